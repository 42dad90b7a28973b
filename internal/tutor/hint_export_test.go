package tutor

import (
	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// ClaimsOf are the hints that could be given for any legal move of a position,
// before it is asked which are best and whether they hold.
func ClaimsOf(r kalah.Rules, p kalah.Position, result solver.Result) (all []Hint) {
	seen := views(r, p, result)
	for i := range seen {
		all = append(all, claims(r, &seen[i], seen, result, func(p kalah.Position) []int { return longest(r, p) })...)
	}
	return all
}

// Reasons are all of them.
func Reasons() (all []Reason) {
	for r := range reasons {
		all = append(all, r)
	}
	return all
}
