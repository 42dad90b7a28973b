package tutor_test

import (
	"fmt"
	"testing"
	"context"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

func TestZZ(t *testing.T) {
	r, line := laidOut(t, "capture", "<5,2,3,2,1,4,8,3,1,0,0,1,7>", kalah.South)
	s := solver.New(solver.Options{Memory: 64 << 20})
	defer s.Close()
	res := s.Solve(context.Background(), r, line.Pos)
	fmt.Println(res.Margins, res.Exact)
	s2 := solver.New(solver.Options{Memory: 16 << 20})
	defer s2.Close()
	for range 3 {
	res = s2.Solve(context.Background(), r, line.Pos)
	fmt.Println(res.Margins, res.Exact)
	}
	o := byRules{r, map[kalah.Position]int{}}
	n, _ := r.Sow(line.Pos, 2)
	fmt.Println(-o.top(n.After), n.After, n.Again, len(o.known))
}
