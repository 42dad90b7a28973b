package main

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"semeia/internal/i18n"
	"semeia/locales"
)

// once runs the program to its end and gives what it said.
func once(t *testing.T, env map[string]string, args ...string) (code int, out, errs string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var stdout, stderr bytes.Buffer
	code = run(ctx, args, func(k string) string { return env[k] }, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func TestWhatCannotStartSaysSoInOneLine(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	notes := filepath.Join(t.TempDir(), "notes.db")
	if err := os.WriteFile(notes, bytes.Repeat([]byte("notes\n"), 100), 0o644); err != nil {
		t.Fatal(err)
	}
	fine := filepath.Join(t.TempDir(), "fine.db")
	for _, c := range []struct {
		args []string
		code int
		says map[string]string
	}{
		{[]string{"-addr", taken.Addr().String(), "-db", fine}, 1, map[string]string{"en": "cannot be used", "pt": "Não dá para usar", "sq": "nuk mund të përdoret"}},
		{[]string{"-addr", "nowhere", "-db", fine}, 1, map[string]string{"en": "cannot be used", "pt": "Não dá para usar", "sq": "nuk mund të përdoret"}},
		{[]string{"-addr", "127.0.0.1:0", "-db", notes}, 1, map[string]string{"en": "is not a database", "pt": "não é um banco de dados", "sq": "nuk është bazë të dhënash"}},
		{[]string{"-addr", "127.0.0.1:0", "-db", filepath.Join(fine, "x", "y.db")}, 1, map[string]string{"en": "cannot be opened", "pt": "não pode ser aberto", "sq": "nuk mund të hapet"}},
		{[]string{"-addr", "127.0.0.1:0", "-db", fine, "-public-url", "school.example"}, 1, map[string]string{"en": "is not complete", "pt": "está incompleto", "sq": "s’është e plotë"}},
	} {
		for lang, says := range c.says {
			code, out, errs := once(t, nil, append(c.args, "-lang", lang)...)
			if code != c.code || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, says) || out != "" && !strings.Contains(out, "127.0.0.1") {
				t.Errorf("%v in %s: exit %d: %q %q", c.args, lang, code, out, errs)
			}
		}
	}
	for _, args := range [][]string{{"dance"}, {"-lang", "xx"}, {"serve", "-colour", "red"}, {"verify"}, {"serve", "now"}} {
		if code, _, errs := once(t, map[string]string{"LANG": "sq_AL.UTF-8"}, args...); code != 2 || errs == "" {
			t.Errorf("%v: exit %d: %q", args, code, errs)
		}
	}
	if code, _, errs := once(t, map[string]string{"LANG": "sq_AL.UTF-8"}, "dance"); code != 2 || !strings.Contains(errs, "Nuk ka komandë dance.") {
		t.Errorf("in the language of the terminal: %q", errs)
	}
}

func TestVerifyFromTheCommandLine(t *testing.T) {
	dir := filepath.Join("..", "..", "internal", "verify", "testdata")
	if code, out, errs := once(t, nil, "verify", filepath.Join(dir, "moves.jsonl")); code != 0 || out != "480 of 480 agree\n" {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	if code, _, errs := once(t, nil, "verify", filepath.Join(dir, "rules.json")); code != 1 {
		t.Errorf("rules are no vectors: exit %d: %s", code, errs)
	}
	if code, _, errs := once(t, nil, "verify", "nothing.jsonl"); code != 1 || errs == "" {
		t.Errorf("no file: exit %d: %s", code, errs)
	}
}

func TestItStartsAnswersAndEnds(t *testing.T) {
	began := time.Now()
	at := start(t, "", "-lang", "sq")
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("the start took %v", took)
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		answer, err := http.Get(at.url + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
	code, out, errs := at.stop()
	if code != 0 || errs != "" || !strings.Contains(out, "Vetëm ky kompjuter") || !strings.HasSuffix(out, "U mbyll. Çdo lëvizje është ruajtur.\n") {
		t.Errorf("exit %d: %q %q", code, out, errs)
	}
	if left, _ := filepath.Glob(at.db + "-*"); len(left) != 0 {
		t.Errorf("files are left beside the data: %v", left)
	}
}

// C09: the address for the lab is that of a real adapter.
func TestC09TheLabAddressIsNotThatOfAVirtualAdapter(t *testing.T) {
	ip := func(s string) net.IP { return net.ParseIP(s) }
	all := []iface{
		{"docker0", []net.IP{ip("172.17.0.1")}}, {"vEthernet (WSL)", []net.IP{ip("172.30.16.1")}},
		{"eth1", []net.IP{ip("10.0.0.7")}}, {"wlan0", []net.IP{ip("169.254.3.3"), ip("192.168.1.20")}}, {"lo", []net.IP{ip("127.0.0.1")}},
	}
	if got := strings.Join(labAddresses(all), " "); got != "192.168.1.20 10.0.0.7 172.17.0.1 172.30.16.1" {
		t.Error(got)
	}
	c, err := i18n.Load(locales.FS)
	if err != nil {
		t.Fatal(err)
	}
	en, _ := c.Loc("en")
	var out bytes.Buffer
	hello := func(ip net.IP, o *options) {
		urls, local := addresses(&net.TCPAddr{IP: ip, Port: 8080}, o, all)
		greet(&out, en, urls, local, o)
	}
	hello(net.IPv6unspecified, &options{db: "semeia.db"})
	text := out.String()
	if !strings.Contains(text, "\n    http://192.168.1.20:8080\n") || strings.Contains(text, "localhost") || strings.Count(text, "█") < 100 {
		t.Error(text)
	}
	out.Reset()
	hello(net.IPv4zero, &options{db: "semeia.db", publicURL: "https://semeia.example"})
	if !strings.Contains(out.String(), "\n    https://semeia.example\n") || strings.Contains(out.String(), "192.168") {
		t.Error(out.String())
	}
}
