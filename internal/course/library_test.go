package course_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"semeia/internal/course"
)

// folders of a course, own ones with a *.
func folders(c *course.Course) string {
	var all []string
	for _, l := range c.Lessons {
		mark := ""
		if l.Own {
			mark = "*"
		}
		all = append(all, l.Folder+mark)
	}
	return strings.Join(all, " ")
}

func open(t *testing.T, dir string) *course.Library {
	t.Helper()
	l, err := course.Open(mapFS(base(t)), dir)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// put writes a small lesson of one language.
func put(t *testing.T, dir, folder string, stage int, title string) {
	t.Helper()
	write(t, dir, folder+"/lesson.toml", strings.Replace(mute, "stage = 1", fmt.Sprintf("stage = %d", stage), 1))
	write(t, dir, folder+"/pt.md", "# "+title+"\n\nUma frase.\n\n## one: Um\nOlhe.\n")
}

func TestOwnLessonsStandBesideAndOverTheBuiltInOnes(t *testing.T) {
	dir := t.TempDir()
	if got := folders(open(t, "").Course()); got != "03-small 04-next" {
		t.Error(got)
	}
	l := open(t, dir)
	if got := folders(l.Course()); got != "03-small 04-next" {
		t.Error(got)
	}
	put(t, dir, "90-mine", 1, "Minha")
	put(t, dir, "02-late", 6, "Tarde")
	put(t, dir, "04-next", 4, "Outra")
	c := l.Course()
	if got := folders(c); got != "90-mine* 03-small 04-next* 02-late*" {
		t.Error(got)
	}
	if c != l.Course() {
		t.Error("read again without a change")
	}
	own := c.Lesson("04-next")
	if own.In("sq") != own.In("pt") || own.In("sq").Lang != "pt" || own.In("en").Title != "Outra" {
		t.Errorf("%+v", own.In("sq"))
	}
	if got := c.Lesson("03-small").In("sq").Lang; got != "sq" {
		t.Error(got)
	}
	if len(c.Of(4)) != 2 || len(c.Of(2)) != 0 || c.Lesson("05-none") != nil || len(c.Faults) != 0 {
		t.Error(c.Of(4), c.Faults)
	}
}

func TestAChangeShowsWithoutARestart(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "90-mine", 1, "Antes")
	l := open(t, dir)
	title := func() string { return l.Course().Lesson("90-mine").In("pt").Title }
	if title() != "Antes" {
		t.Fatal(title())
	}
	put(t, dir, "90-mine", 1, "Depois de tudo")
	if title() != "Depois de tudo" {
		t.Error(title())
	}
	// The same size and another time.
	put(t, dir, "90-mine", 1, "Depois de nada")
	at := time.Now().Add(time.Second)
	if err := os.Chtimes(filepath.Join(dir, "90-mine", "pt.md"), at, at); err != nil {
		t.Fatal(err)
	}
	if title() != "Depois de nada" {
		t.Error(title())
	}
	write(t, dir, "90-mine/sq.md", "# E imja\n\nNjë fjali.\n\n## one: Një\nShiko.\n")
	if got := l.Course().Lesson("90-mine").In("sq").Title; got != "E imja" {
		t.Error(got)
	}
	if err := os.RemoveAll(filepath.Join(dir, "90-mine")); err != nil {
		t.Fatal(err)
	}
	if got := folders(l.Course()); got != "03-small 04-next" {
		t.Error(got)
	}
}

func TestABrokenOwnLessonIsLeftOut(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "04-next", 4, "Outra")
	put(t, dir, "90-mine", 1, "Minha")
	l := open(t, dir)
	write(t, dir, "04-next/pt.md", "# Outra\n\nUma frase.\n\n## two: Dois\nOlhe.\n")
	c := l.Course()
	if got := folders(c); got != "90-mine* 03-small 04-next" {
		t.Error(got)
	}
	if len(c.Faults) != 1 || c.Faults[0].File != "04-next/pt.md" || c.Faults[0].Line != 5 || c.Faults[0].Msg.Key != "check.text.nostep" {
		t.Error(c.Faults)
	}
	write(t, dir, "04-next/lesson.toml", "stage")
	if c = l.Course(); folders(c) != "90-mine* 03-small 04-next" || len(c.Faults) != 1 || c.Faults[0].Msg.Key != "check.toml" {
		t.Error(folders(c), c.Faults)
	}
	put(t, dir, "04-next", 4, "Outra")
	if c = l.Course(); folders(c) != "90-mine* 03-small 04-next*" || len(c.Faults) != 0 {
		t.Error(folders(c), c.Faults)
	}
}

func TestWhatIsNoLessonIsNotLookedAt(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "90-mine", 1, "Minha")
	write(t, dir, "README.txt", "Hello")
	write(t, dir, "91-file", "Hello")
	write(t, dir, "words.toml", "nonsense")
	write(t, dir, ".git/lesson.toml", "nonsense")
	write(t, dir, ".git/objects/ab/cd", "nonsense")
	write(t, dir, "pictures/one.png", "nonsense")
	write(t, dir, "90-mine/notes.txt", "nonsense")
	write(t, dir, "90-mine/notes.md", "nonsense")
	write(t, dir, "90-mine/old/pt.md", "nonsense")
	c := open(t, dir).Course()
	if folders(c) != "90-mine* 03-small 04-next" || len(c.Faults) != 0 {
		t.Error(folders(c), c.Faults)
	}
}

func TestAFolderThatIsNotThereIsAnError(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "file", "")
	for _, name := range []string{filepath.Join(dir, "none"), filepath.Join(dir, "file")} {
		var missing *course.FolderError
		if _, err := course.Open(mapFS(base(t)), name); !errors.As(err, &missing) || missing.Dir != name {
			t.Error(err)
		}
		if _, _, err := course.Check(mapFS(base(t)), name); !errors.As(err, &missing) || missing.Dir != name {
			t.Error(err)
		}
	}
}

func TestALessonIsNoFolderOfLessons(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "90-mine", 1, "Minha")
	name := filepath.Join(dir, "90-mine")
	var itself *course.FolderError
	if _, err := course.Open(mapFS(base(t)), name); !errors.As(err, &itself) || !itself.Lesson || itself.Dir != name {
		t.Error(err)
	}
	if _, _, err := course.Check(mapFS(base(t)), name); !errors.As(err, &itself) || !itself.Lesson {
		t.Error(err)
	}
}

func TestAFileOfNoLanguageIsToldUntilItIsGone(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "90-mine", 1, "Minha")
	l := open(t, dir)
	write(t, dir, "90-mine/xx.md", "# Mein")
	c := l.Course()
	if len(c.Faults) != 1 || c.Faults[0].File != "90-mine/xx.md" || c.Faults[0].Msg.Key != "check.text.language" {
		t.Error(c.Faults)
	}
	if err := os.Remove(filepath.Join(dir, "90-mine", "xx.md")); err != nil {
		t.Fatal(err)
	}
	if c = l.Course(); len(c.Faults) != 0 || c.Lesson("90-mine") == nil {
		t.Error(folders(c), c.Faults)
	}
}

func TestAFolderThatGoesAwayIsTold(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "own")
	put(t, dir, "90-mine", 1, "Minha")
	l := open(t, dir)
	if err := os.Rename(dir, dir+"2"); err != nil {
		t.Fatal(err)
	}
	c := l.Course()
	if folders(c) != "03-small 04-next" || len(c.Faults) != 1 || c.Faults[0].Msg.Key != "check.unreadable" || c.Faults[0].Msg.Args["File"] != dir {
		t.Error(folders(c), c.Faults)
	}
	if err := os.Rename(dir+"2", dir); err != nil {
		t.Fatal(err)
	}
	if c = l.Course(); folders(c) != "90-mine* 03-small 04-next" || len(c.Faults) != 0 {
		t.Error(folders(c), c.Faults)
	}
}

func TestAFileThatCannotBeReadIsToldAlone(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "90-mine", 1, "Minha")
	put(t, dir, "91-mine", 1, "Minha")
	put(t, dir, "92-mine", 1, "Minha")
	if err := os.MkdirAll(filepath.Join(dir, "90-mine", "en.md"), 0o755); err != nil { // where a file should be
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "91-mine", "lesson.toml")); err != nil {
		t.Fatal(err)
	}
	l := open(t, dir)
	c := l.Course()
	keys := []string{}
	for _, f := range c.Faults {
		keys = append(keys, f.File+" "+f.Msg.Key)
	}
	if folders(c) != "92-mine* 03-small 04-next" || !slices.Equal(keys, []string{"90-mine/en.md check.file", "91-mine/lesson.toml check.file"}) {
		t.Error(folders(c), keys)
	}
	if os.Getuid() == 0 {
		return // root can read everything
	}
	name := filepath.Join(dir, "92-mine", "pt.md")
	if err := os.Chmod(name, 0); err != nil {
		t.Fatal(err)
	}
	if c = l.Course(); folders(c) != "03-small 04-next" || len(c.Faults) != 3 {
		t.Error(folders(c), c.Faults)
	}
	if err := os.Chmod(dir, 0); err != nil {
		t.Fatal(err)
	}
	if _, own, err := course.Check(mapFS(base(t)), dir); err != nil || len(own) != 1 || own[0].Msg.Key != "check.unreadable" {
		t.Error(own, err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestManyMayReadWhileAFileChanges(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "90-mine", 1, "Minha")
	l := open(t, dir)
	var readers sync.WaitGroup
	stop := make(chan struct{})
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				c := l.Course()
				if c.Lesson("03-small") == nil || c.Lesson("04-next") == nil {
					t.Error("a built-in lesson is gone:", folders(c))
					return
				}
			}
		})
	}
	for i := range 40 {
		put(t, dir, "90-mine", 1, fmt.Sprintf("Minha %d", i))
		put(t, dir, "04-next", 4, fmt.Sprintf("Outra %d", i))
	}
	close(stop)
	readers.Wait()
	if c := l.Course(); folders(c) != "90-mine* 03-small 04-next*" || c.Lesson("90-mine").In("en").Title != "Minha 39" {
		t.Error(folders(c), c.Faults)
	}
}
