// Package verify holds the game against vector files: moves and whole games
// with everything that must come of them, what each move is worth under perfect
// play, and where pupils with a known slip believe that a move ends, kept as
// data, a JSON object a line.
//
// A file is read with the rules.json that lies beside it, which describes each
// rule set by its parts; a set need not be one that the program knows by name.
package verify

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 1 << 20

// Files checks every file and prints for each "480 of 480 agree", or before
// it each disagreement with its line; where there are several files the file's
// name goes before each line of the report. A line that cannot be read is a
// disagreement; blank lines at the end of a file are no lines.
//
// ok is true when everything agreed. The error joins what is wrong with files
// that cannot be read, that hold no vectors, or that have no usable rules.json
// beside them; the other files are checked all the same.
func Files(w io.Writer, paths []string) (ok bool, err error) {
	out := bufio.NewWriter(w)
	s := solver.New(solver.Options{}) // takes memory at the first vector of values
	defer s.Close()
	ok = true
	var problems []error
	for _, path := range paths {
		prefix := ""
		if len(paths) > 1 {
			prefix = filepath.Base(path) + ": "
		}
		agreed, all, err := file(out, s, prefix, path)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		fmt.Fprintf(out, "%s%d of %d agree\n", prefix, agreed, all)
		ok = ok && agreed == all
	}
	if err := out.Flush(); err != nil {
		problems = append(problems, err)
	}
	return ok && len(problems) == 0, errors.Join(problems...)
}

func file(w io.Writer, s *solver.Solver, prefix, path string) (agreed, all int, err error) {
	rules, err := readRules(filepath.Join(filepath.Dir(path), "rules.json"))
	if err != nil {
		return 0, 0, err
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	check := func(n int, text []byte) {
		all++
		problem := line(s, text, rules)
		if problem == nil {
			agreed++
			return
		}
		fmt.Fprintf(w, "%sline %d: %v\n", prefix, n, problem)
	}
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, maxLine+len("\r\n"))
	n, blank := 0, 0 // blank lines since the last one that was not
	long := 0        // the number of a line that is too long
	for scanner.Scan() {
		n++
		text := scanner.Bytes()
		if len(bytes.TrimSpace(text)) == 0 {
			blank++
			continue
		}
		if len(text) > maxLine {
			long = n
			break
		}
		for ; blank > 0; blank-- {
			check(n-blank, nil)
		}
		check(n, text)
	}
	err = scanner.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		long = n + 1
	}
	switch {
	case long > 0:
		return 0, 0, fmt.Errorf("%s: line %d is longer than %d bytes", path, long, maxLine)
	case err != nil:
		return 0, 0, fmt.Errorf("%s: %w", path, err)
	case all == 0:
		return 0, 0, fmt.Errorf("%s: the file is empty, no vectors in it", path)
	}
	return agreed, all, nil
}

// line checks one vector, whose kind shows in its fields.
func line(s *solver.Solver, text []byte, rules map[string]kalah.Rules) error {
	if len(text) == 0 {
		return errors.New("the line is empty")
	}
	fields, err := object(text, "margin")
	if err != nil {
		return err
	}
	has := func(name string) bool { _, ok := fields[name]; return ok }
	switch {
	case has("slips"):
		return slips(text, fields, rules)
	case has("margin"):
		return values(s, text, fields, rules)
	case has("path"), has("board"):
		return move(text, fields, rules)
	case has("houses"), has("first"):
		return game(text, fields, rules)
	}
	return errors.New("neither a move (with a board and a path) nor a game (with a first side and houses) nor slips nor values")
}
