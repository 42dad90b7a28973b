package school_test

import (
	"os/exec"
	"strings"
	"testing"
)

// Imports run one way; a package may use those that stand before it.
func TestImportsRunOneWay(t *testing.T) {
	order := []string{
		"locales", "lessons", "static", "internal/kalah", "internal/i18n", "internal/solver", "internal/tutor", "internal/verify", "internal/lesson", "internal/course", "internal/school",
		"internal/store", "internal/store/storetest", "internal/live", "internal/sheet", "templates", "internal/web", "cmd/semeia",
	}
	rank := map[string]int{}
	for i, p := range order {
		rank["semeia/"+p] = i
	}
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "semeia/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	only := map[string]string{ // who alone may know a technology
		"github.com/labstack/echo/v4": "semeia/internal/web", "modernc.org/sqlite": "semeia/internal/store",
		"database/sql": "semeia/internal/store", "github.com/pressly/goose/v3": "semeia/internal/store",
		"github.com/nicksnyder/go-i18n/v2/i18n": "semeia/internal/i18n",
		"github.com/yuin/goldmark":              "semeia/internal/course",
	}
	only["github.com/jackc/pgx/v5"] = "semeia/internal/store"
	only["github.com/alexedwards/scs/v2"] = "semeia/internal/web"
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		fields := strings.Fields(line)
		from, ok := rank[fields[0]]
		if !ok {
			t.Errorf("%s has no place in the order", fields[0])
		}
		for _, imported := range fields[1:] {
			if to, ours := rank[imported]; ours && to >= from {
				t.Errorf("%s imports %s, which stands after it", fields[0], imported)
			}
			if owner, ok := only[imported]; ok && owner != fields[0] && fields[0] != "semeia/internal/store/storetest" {
				t.Errorf("%s imports %s, which only %s may", fields[0], imported, owner)
			}
			if fields[0] == "semeia/internal/kalah" && strings.Contains(imported, ".") {
				t.Errorf("the game imports %s", imported)
			}
		}
	}
	deps, err := exec.Command("go", "list", "-m", "-f", "{{.Path}} {{.Version}}", "modernc.org/sqlite", "modernc.org/libc").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(string(deps)), " "); got != "modernc.org/sqlite v1.62.0 modernc.org/libc v1.80.1" {
		t.Errorf("%s: sqlite is tested with exactly the libc it pins", got)
	}
}
