package web

import (
	"net/http"

	"semeia/internal/school"
)

// compare takes the answer to "who has more, and how many more" at the end of
// a game. The right answer, or leaving the question out, shows the result.
func (s *server) compare(r *request) error {
	return s.ofOwner(r, func(g *school.Game) error {
		v, err := s.view(r, g)
		if err != nil {
			return err
		}
		if v.page.Compare == nil {
			return s.showWith(r, g, school.Fail(school.Stale, "error.stale"))
		}
		f := r.Request().PostForm
		if f.Get("do") != "skip" {
			c := v.page.Compare
			c.Sign, c.More = f.Get("sign"), f.Get("more")
			problem, status := judge(c.Mine, c.Theirs, c.Sign, c.More)
			if problem != "" {
				c.Wrong, c.ShowPairs = r.L.T(problem), true
				return r.answer(status, v.page)
			}
		}
		if err := s.Store.SetCompared(r.Request().Context(), g.ID, r.Owner()); err != nil {
			return err
		}
		if !r.hx() {
			return s.toGame(r)
		}
		g.Compared = true
		return s.showWith(r, g, nil)
	})
}

// judge an answer: the key of the sentence on what is not right yet, with the
// status, or "" when all is right. With equal heaps "how many more" may be
// left empty.
func judge(mine, theirs int, sign, more string) (problem string, status int) {
	right := "eq"
	switch {
	case mine < theirs:
		right = "lt"
	case mine > theirs:
		right = "gt"
	}
	switch sign {
	case "lt", "eq", "gt":
	default:
		return "compare.wrong.nosign", http.StatusUnprocessableEntity
	}
	if sign != right {
		return "compare.wrong.sign", http.StatusOK
	}
	if more == "" && right == "eq" {
		return "", http.StatusOK
	}
	n, ok := whole(more)
	switch {
	case !ok:
		return "compare.wrong.nomore", http.StatusUnprocessableEntity
	case n != max(mine-theirs, theirs-mine):
		return "compare.wrong.more", http.StatusOK
	}
	return "", http.StatusOK
}
