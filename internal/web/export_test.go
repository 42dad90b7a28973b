package web

// Routes is the route table as tests go through it: "METHOD path", and who.
func Routes() (all []struct{ Name, Who string }) {
	for _, r := range routes {
		all = append(all, struct{ Name, Who string }{
			r.method + " " + r.path,
			map[who]string{anybody: "anybody", marked: "marked", pupils: "pupils", teachers: "teachers", admins: "admins"}[r.who],
		})
	}
	return all
}
