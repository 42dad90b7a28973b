package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
)

// aSchool is a database with a teacher and two classes of one name and a third.
func aSchool(t *testing.T) (db string, classes []school.Class) {
	t.Helper()
	db = storetest.New(t)
	kept, err := store.Open(context.Background(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	ana := school.Teacher{ID: school.NewID(), Name: "Ana", Login: "ana"}
	if err := kept.Claim(context.Background(), ana, school.HashPassword("the first password"), 1); err != nil {
		t.Fatal(err)
	}
	by := school.By{Teacher: ana.ID, At: 1000}
	for _, name := range []string{"3A", "3A", "4B/ë"} {
		c := school.Class{ID: school.NewID(), Name: name, Lang: "pt", Entry: school.ByName, CodeMinutes: 15, Gate: school.NewGate(), Aids: school.FullAids}
		if err := kept.AddClass(context.Background(), by, c); err != nil {
			t.Fatal(err)
		}
		if err := kept.AddPupils(context.Background(), by, c.ID, []school.Member{{ID: school.NewID(), Name: "Ëndrra", Twin: 1}}); err != nil {
			t.Fatal(err)
		}
		classes = append(classes, c)
	}
	return db, classes
}

func TestATeachersPasswordIsResetAtTheMachine(t *testing.T) {
	db, _ := aSchool(t)
	code, out, errs := once(t, nil, "teacher", "reset", "ANA", "-db", db, "-lang", "en")
	found := regexp.MustCompile(`^New password for ana: (\S+)\n$`).FindStringSubmatch(out)
	if code != 0 || errs != "" || found == nil {
		t.Fatalf("exit %d: %q %q", code, out, errs)
	}
	kept, err := store.Open(context.Background(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	teacher, hash, err := kept.TeacherByLogin(context.Background(), "ana")
	if err != nil || teacher.Epoch != 2 || !school.PasswordIs(hash, found[1]) || school.PasswordIs(hash, "the first password") {
		t.Errorf("%+v %v", teacher, err)
	}
	for lang, says := range map[string]string{"en": "No teacher has the sign-in name nobody", "pt": "nobody", "sq": "nobody"} {
		if code, out, errs := once(t, nil, "teacher", "reset", "nobody", "-db", db, "-lang", lang); code != 1 || out != "" || !strings.Contains(errs, says) {
			t.Errorf("%s: exit %d: %q %q", lang, code, out, errs)
		}
	}
	for _, args := range [][]string{{"teacher"}, {"teacher", "reset"}, {"teacher", "remove", "ana"}} {
		if code, _, errs := once(t, nil, append(args, "-db", db)...); code != 2 || !strings.Contains(errs, "semeia teacher reset") {
			t.Errorf("%v: exit %d: %q", args, code, errs)
		}
	}
}

func TestAClassIsExportedAtTheMachine(t *testing.T) {
	db, classes := aSchool(t)
	code, out, _ := once(t, nil, "export", "-db", db)
	if code != 0 || strings.Count(out, "\n") != 4 || !strings.Contains(out, classes[2].ID+"  4B/ë (1)") {
		t.Errorf("exit %d: %s", code, out)
	}
	dir := t.TempDir()
	for _, c := range []struct {
		class, format string
		code          int
		says          string
	}{
		{classes[0].ID, "json", 0, ".json"}, {"4b/Ë", "csv", 0, ".csv"}, {"3A", "json", 1, "several classes"}, {"5C", "json", 1, "There is no class 5C"}, {"3A", "xml", 2, "semeia export"},
	} {
		code, out, errs := once(t, nil, "export", "-db", db, "-lang", "en", "-format", c.format, c.class, dir)
		if code != c.code || !strings.Contains(out+errs, c.says) {
			t.Errorf("%+v: exit %d: %q %q", c, code, out, errs)
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(files) != 2 {
		t.Fatalf("%v", files)
	}
	for _, f := range files {
		body, err := os.ReadFile(f)
		if err != nil || !strings.Contains(string(body), "Ëndrra") || strings.Contains(filepath.Base(f), "3A") {
			t.Errorf("%s: %v %s", f, err, body)
		}
		if strings.HasSuffix(f, ".json") && !json.Valid(body) {
			t.Errorf("%s is no JSON", f)
		}
	}
	if code, _, errs := once(t, nil, "export", "-db", db, "-lang", "en", classes[0].ID, filepath.Join(dir, "no", "such")); code != 1 || !strings.Contains(errs, "cannot be written") {
		t.Errorf("exit %d: %q", code, errs)
	}
}

// The link that claims the school shows while nobody has, and never again.
func TestTheSetupLinkShowsUntilTheSchoolIsClaimed(t *testing.T) {
	at := start(t, "")
	at.stop()
	_, out, _ := at.stop()
	link := regexp.MustCompile(`http://127\.0\.0\.1:\d+/setup/[a-z2-7]{26}\n`)
	if !link.MatchString(out) {
		t.Errorf("no link: %s", out)
	}
	db, _ := aSchool(t)
	at = start(t, db)
	if _, out, _ := at.stop(); strings.Contains(out, "/setup/") {
		t.Errorf("a link: %s", out)
	}
}

func TestWhatServeCannotUseIsSaid(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"-trusted-proxies", "10.0.0.0/8,nonsense"}, "is not a list of networks"},
		{[]string{"-backup-dir", filepath.Join(dir, "no")}, "There is no folder"},
		{[]string{"-backup-dir", dir, "-backup-every", "daily"}, "-backup-every"},
		{[]string{"-db", "postgres://ana:secret@127.0.0.1:1/semeia"}, "postgres://ana@127.0.0.1:1/semeia cannot be opened"},
		{[]string{"-db", "postgres://ana:secret@127.0.0.1:1/semeia", "-backup-dir", dir}, "pg_dump"},
	} {
		args := append([]string{"-addr", "127.0.0.1:0", "-db", filepath.Join(dir, "x.db"), "-lang", "en"}, c.args...)
		code, _, errs := once(t, nil, args...)
		if code != 1 || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, c.says) || strings.Contains(errs, "secret") {
			t.Errorf("%v: exit %d: %q", c.args, code, errs)
		}
	}
}

// What has been in the bin for seven days is gone once the program has started.
func TestTheBinIsEmptiedByItself(t *testing.T) {
	db, classes := aSchool(t)
	ctx := context.Background()
	kept, err := store.Open(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	ana, _, err := kept.TeacherByLogin(ctx, "ana")
	if err != nil {
		t.Fatal(err)
	}
	for i, days := range []int{8, 6} {
		by := school.By{Teacher: ana.ID, At: time.Now().AddDate(0, 0, -days).UnixMilli()}
		if err := kept.BinClass(ctx, by, classes[i].ID); err != nil {
			t.Fatal(err)
		}
	}
	at := start(t, db)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		bin, err := kept.Bin(ctx, ana.ID)
		if err != nil {
			t.Fatal(err)
		}
		if len(bin) == 1 && bin[0].ID == classes[1].ID {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("still in the bin: %+v", bin)
		}
	}
	if _, _, log := at.stop(); !strings.Contains(log, "classes=1 pupils=1") || strings.Contains(log, "Ëndrra") {
		t.Errorf("the log: %s", log)
	}
}
