package course

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"semeia/internal/i18n"
	"semeia/internal/lesson"
)

const wordsFile = "words.toml"

// Library is the built-in lessons and those of a teacher's folder, which are
// read again when a file in it has changed. It is safe for concurrent use.
type Library struct {
	words Words
	built []*Lesson
	dir   string // a teacher's folder; "" is none
	own   fs.FS  // the same; nil: none

	mu    sync.Mutex
	state string // of the folder when it was read
	now   *Course
}

// Open reads the built-in lessons, and those of dir where it is not empty. A
// fault in a built-in lesson is an error; one in a lesson of dir leaves it out,
// see [Course.Faults].
func Open(built fs.FS, dir string) (*Library, error) {
	all, words, err := readBuilt(built)
	if err != nil {
		return nil, err
	}
	if faults := sorted(all); len(faults) > 0 {
		return nil, fmt.Errorf("course: %s:%d: %s", faults[0].File, faults[0].Line, faults[0].Msg.Key)
	}
	l := &Library{words: words, built: good(all)}
	if dir != "" {
		l.dir = dir
		if l.own, err = folder(dir); err != nil {
			return nil, err
		}
	}
	l.Course()
	return l, nil
}

// folder opens a teacher's folder.
func folder(dir string) (fs.FS, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, &FolderError{Dir: dir}
	}
	files := os.DirFS(dir)
	if _, err := fs.Stat(files, tomlFile); err == nil {
		return nil, &FolderError{Dir: dir, Lesson: true}
	}
	return files, nil
}

// FolderError is a folder of lessons that is not there, or is a lesson itself.
type FolderError struct {
	Dir    string
	Lesson bool
}

func (e *FolderError) Error() string {
	if e.Lesson {
		return "course: a lesson, not a folder of lessons: " + e.Dir
	}
	return "course: no folder " + e.Dir
}

// Course is the lessons as they are now. The caller must not change them.
func (l *Library) Course() *Course {
	state := ""
	if l.own != nil {
		state = stateOf(l.own)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now != nil && state == l.state {
		return l.now
	}
	c := &Course{}
	if l.own != nil {
		if all, err := readAll(l.own, true, l.words); err != nil {
			c.Faults = unreadable(l.dir)
		} else {
			c.Lessons, c.Faults = good(all), sorted(all)
		}
	}
	for _, built := range l.built {
		if c.Lesson(built.Folder) == nil {
			c.Lessons = append(c.Lessons, built)
		}
	}
	c.sort()
	l.now, l.state = c, state
	return c
}

// stateOf tells by names, sizes, times and permissions whether a folder of
// lessons has changed.
func stateOf(files fs.FS) string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return "unreadable: " + err.Error()
	}
	var b strings.Builder
	for _, e := range entries {
		if !isFolder(e) {
			continue
		}
		fmt.Fprintln(&b, e.Name())
		for _, name := range append(textFiles(files, e.Name()), tomlFile) {
			if info, err := fs.Stat(files, path.Join(e.Name(), name)); err == nil {
				fmt.Fprintln(&b, name, info.Size(), info.ModTime().UnixNano(), info.Mode())
			}
		}
	}
	return b.String()
}

func isFolder(e fs.DirEntry) bool { return e.IsDir() && !strings.HasPrefix(e.Name(), ".") }

func readBuilt(files fs.FS) ([]*reader, Words, error) {
	text, err := fs.ReadFile(files, wordsFile)
	if err != nil {
		return nil, nil, err
	}
	words, err := ReadWords(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", wordsFile, err)
	}
	all, err := readAll(files, false, words)
	if faults := words.lacking(text); len(faults) > 0 {
		all = append(all, &reader{faults: faults})
	}
	return all, words, err
}

// readAll reads every folder that has a lesson.toml, or looks like a lesson's.
func readAll(files fs.FS, own bool, words Words) (all []*reader, err error) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	last := &Lesson{}
	for _, e := range entries {
		if !isFolder(e) {
			continue
		}
		_, err := fs.Stat(files, path.Join(e.Name(), tomlFile))
		if err != nil && !folderName.MatchString(e.Name()) {
			continue // something else that lies there
		}
		r := readLesson(files, e.Name(), own, words)
		all = append(all, r)
		if l := r.lesson; l != nil && l.Stage > 0 && l.Stage <= 6 && !own {
			if l.Stage < last.Stage {
				r.wrong(-1, "stage", "check.order", i18n.Args{"Stage": l.Stage, "Before": last.Folder, "Of": last.Stage})
			}
			last = l
		}
	}
	return all, nil
}

func unreadable(dir string) []Fault {
	return []Fault{{File: ".", Line: 1, Msg: i18n.Msg{Key: "check.unreadable", Args: i18n.Args{"File": dir}}}}
}

// sorted are the faults of all lessons by file and line.
func sorted(all []*reader) (faults []Fault) {
	for _, r := range all {
		faults = append(faults, r.faults...)
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return faults
}

// good are the lessons without a fault.
func good(all []*reader) (lessons []*Lesson) {
	for _, r := range all {
		if r.lesson != nil && len(r.faults) == 0 {
			lessons = append(lessons, r.lesson)
		}
	}
	return lessons
}

// Check reads the built-in lessons and those of dir, and gives every fault in
// either, also those that take longer to find: each exercise is made once. own
// are the faults in dir. err is for a words.toml that cannot be read, and a
// [FolderError] for a dir that is not there.
func Check(built fs.FS, dir string) (faults, own []Fault, err error) {
	all, words, err := readBuilt(built)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range all {
		r.make()
	}
	if dir == "" {
		return sorted(all), nil, nil
	}
	files, err := folder(dir)
	if err != nil {
		return nil, nil, err
	}
	mine, err := readAll(files, true, words)
	if err != nil {
		return sorted(all), unreadable(dir), nil
	}
	for _, r := range mine {
		r.make()
	}
	return sorted(all), sorted(mine), nil
}

// make makes one exercise of each question that is not posed.
func (r *reader) make() {
	if r.lesson == nil {
		return
	}
	for i := range r.lesson.Steps {
		s := &r.lesson.Steps[i]
		for _, item := range s.Items {
			if item.Posed != nil {
				continue
			}
			if _, err := lesson.Make(lesson.Key{Kind: item.Kind, Rules: s.Rules, Level: item.Level, Version: lesson.Version}); err != nil {
				r.wrong(i, "exercises", "check.make", i18n.Args{"Step": s.ID, "Kind": string(item.Kind), "Level": item.Level, "Rules": s.Rules})
			}
		}
	}
}
