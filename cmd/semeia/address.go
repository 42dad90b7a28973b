package main

import (
	"fmt"
	"io"
	"net"
	"sort"
	"strings"

	"rsc.io/qr"

	"semeia/internal/i18n"
	"semeia/internal/store"
)

// iface is a network interface that is up, with its IPv4 addresses.
type iface struct {
	name      string
	addresses []net.IP
}

func interfaces() []iface {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	var found []iface
	for _, i := range all {
		if i.Flags&net.FlagUp == 0 || i.Flags&net.FlagLoopback != 0 {
			continue
		}
		addrs, err := i.Addrs()
		if err != nil {
			continue
		}
		f := iface{name: i.Name}
		for _, a := range addrs {
			if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil {
				f.addresses = append(f.addresses, n.IP.To4())
			}
		}
		found = append(found, f)
	}
	return found
}

// virtual are the beginnings of names that adapters of containers, virtual
// machines and tunnels bear: no computer of the lab is behind them.
var virtual = []string{"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vethernet", "tun", "tap", "wg", "zt", "tailscale", "utun", "lxc", "cni", "podman"}

// labAddresses are the addresses at which the lab may reach this machine, the
// likeliest first: those of real adapters before virtual ones, private ones
// before others, and 192.168 before 10 before 172.
func labAddresses(all []iface) []string {
	type candidate struct {
		ip   net.IP
		rank int
	}
	var found []candidate
	for _, i := range all {
		for _, ip := range i.addresses {
			if ip.IsLoopback() || ip.IsLinkLocalUnicast() || ip.To4() == nil {
				continue
			}
			c := candidate{ip, 3}
			switch v4 := ip.To4(); {
			case v4[0] == 192 && v4[1] == 168:
				c.rank = 0
			case v4[0] == 10:
				c.rank = 1
			case ip.IsPrivate():
				c.rank = 2
			}
			for _, v := range virtual {
				if strings.HasPrefix(strings.ToLower(i.name), v) {
					c.rank += 10
					break
				}
			}
			found = append(found, c)
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].rank < found[j].rank })
	out := make([]string, len(found))
	for i, c := range found {
		out[i] = c.ip.String()
	}
	return out
}

// addresses are those at which the program is reached, the likeliest first;
// local says that only this machine can.
func addresses(addr net.Addr, o *options, all []iface) (urls []string, local bool) {
	tcp, _ := addr.(*net.TCPAddr)
	switch {
	case o.publicURL != "":
		return []string{o.publicURL}, false
	case tcp == nil:
		return []string{"http://" + addr.String()}, false
	case tcp.IP.IsUnspecified():
		for _, ip := range labAddresses(all) {
			urls = append(urls, fmt.Sprintf("http://%s:%d", ip, tcp.Port))
		}
		if len(urls) == 0 {
			return []string{fmt.Sprintf("http://localhost:%d", tcp.Port)}, true
		}
		return urls, false
	}
	return []string{"http://" + addr.String()}, tcp.IP.IsLoopback()
}

// greet says in the terminal where the program can be reached, as text and as
// a QR code.
func greet(w io.Writer, l *i18n.Loc, urls []string, local bool, o *options) {
	fmt.Fprintln(w)
	if local {
		fmt.Fprintln(w, l.T("cmd.local"))
	} else {
		fmt.Fprintln(w, l.T("cmd.address"))
	}
	fmt.Fprintf(w, "\n    %s\n\n", urls[0])
	if !local {
		if code, err := qr.Encode(urls[0], qr.L); err == nil {
			drawQR(w, code)
		}
		if len(urls) > 1 {
			fmt.Fprintln(w, l.T("cmd.other"), strings.Join(urls[1:], "  "))
		}
	}
	fmt.Fprintln(w, l.T("cmd.data", i18n.Args{"File": store.Name(o.db)}))
}

// drawQR draws a code with half blocks, two rows a line, light on dark as
// terminals are, with the quiet zone of four that ISO/IEC 18004 asks for.
func drawQR(w io.Writer, code *qr.Code) {
	const quiet = 4
	light := func(x, y int) bool { return !code.Black(x, y) }
	for y := -quiet; y < code.Size+quiet; y += 2 {
		line := "    "
		for x := -quiet; x < code.Size+quiet; x++ {
			switch up, down := light(x, y), light(x, y+1); {
			case up && down:
				line += "█"
			case up:
				line += "▀"
			case down:
				line += "▄"
			default:
				line += " "
			}
		}
		fmt.Fprintln(w, line)
	}
	fmt.Fprintln(w)
}
