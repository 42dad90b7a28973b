package kalah_test

import (
	"strings"
	"testing"

	"semeia/internal/kalah"
)

func TestTheNamedSetsAreTheCourse(t *testing.T) {
	names := []string{"sowing", "extra", "capture", "seventeen", "standard",
		"standard-3", "standard-5", "standard-6", "empty-capture", "late-end", "unclaimed", "emptier-takes", "pie"}
	sets := kalah.Sets()
	if len(sets) != len(names) {
		t.Fatalf("%d sets, want %d", len(sets), len(names))
	}
	for i, set := range sets {
		if set.Name != names[i] || set.Stage != min(i+1, 6) || set.Rules.Stage() != set.Stage || set.Rules.String() != set.Name {
			t.Errorf("set %d is %q of stage %d and is written %q", i, set.Name, set.Stage, set.Rules)
		}
		if set.Rules.SchoolLayout() != (set.Stage <= 4) {
			t.Errorf("%s: the school board is %v", set.Name, set.Rules.SchoolLayout())
		}
	}
	sets[0].Name, sets[0].Rules.Houses = "changed", 6
	if again := kalah.Sets()[0]; again.Name != "sowing" || again.Rules != rules(t, "sowing") || again.Rules.Houses != 5 {
		t.Errorf("the caller's slice is the package's: %+v", again)
	}
	if _, ok := kalah.Named("Sowing"); ok {
		t.Error(`"Sowing" is no name of a set`)
	}
	for name, start := range map[string]string{"sowing": "<5,0,0,3,3,4,3,3,3,3,4,3,3>", "standard": "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"} {
		if got := rules(t, name).Start(kalah.North); got.String() != start || got.Turn() != kalah.North {
			t.Errorf("%s starts with %s, %s", name, got, got.Turn())
		}
	}
}

func TestRulesReadAsTheyAreWritten(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range everyRules(t) {
		text := r.String()
		if back, err := kalah.ParseRules(text); err != nil || back != r {
			t.Fatalf("%q reads as %v, %v", text, back, err)
		}
		if seen[text] {
			t.Fatalf("two rule sets are written %q", text)
		}
		seen[text] = true
	}
	// 25 boards, 4 captures, 3 ways with what is left over, and four choices of
	// two; every named set is among them.
	if want := 25 * 4 * 3 * 2 * 2 * 2 * 2; len(seen) != want {
		t.Errorf("%d rule sets in all, want %d", len(seen), want)
	}
	for text, want := range map[string]kalah.Rules{
		"free:school:turn:both:row:owner:17:pie": {Houses: 5, Layout: [kalah.MaxHouses]uint8{3, 3, 4, 3, 3}, Capture: kalah.Both, End: kalah.Row, Leftover: kalah.Owner, WinAt: 17, Pie: true},
		"free:4x3:extra:none:stuck:emptier:0":    {Houses: 4, Layout: [kalah.MaxHouses]uint8{3, 3, 3, 3}, ExtraTurn: true, Leftover: kalah.Emptier},
	} {
		if got, err := kalah.ParseRules(text); err != nil || got != want {
			t.Errorf("%q reads as %+v, %v", text, got, err)
		}
	}
}

func TestWhatIsNoRuleSetIsRefused(t *testing.T) {
	for _, text := range []string{
		"", " ", ":", "free", "free:", "Standard", "standard ", "standard:pie",
		"free:2x3:extra:both:row:owner:0", "free:7x3:extra:both:row:owner:0", "free:0x3:extra:both:row:owner:0",
		"free:4x0:extra:both:row:owner:0", "free:4x7:extra:both:row:owner:0", "free:4x:extra:both:row:owner:0",
		"free:x:extra:both:row:owner:0", "free:-x3:extra:both:row:owner:0", "free:4X3:extra:both:row:owner:0",
		"free:School:extra:both:row:owner:0", "free::extra:both:row:owner:0",
		"free:school:yes:both:row:owner:17", "free:school:extra:all:row:owner:17",
		"free:school:extra:both:rows:owner:17", "free:school:extra:both:row:none:17", "free:school:extra:0:0:0:17",
		"free:school:extra:both:row:owner:16", "free:school:extra:both:row:owner:18", "free:school:extra:both:row:owner:-1",
		"free:4x3:extra:both:row:owner:013", "free:4x3:extra:both:row:owner:", "free:4x3:extra:both:row:owner",
		"free:school:extra:both:row:owner:17:cake", "free:school:extra:both:row:owner:17:", "free:school:extra:both:row:owner:17:pie:pie",
		"free:6x4:extra:both:row:owner:0",          // which has a name: standard
		"free:school:extra:none:stuck:nobody:0",    // and extra
		"free:6x4:extra:both:row:owner:0:pie",      // and pie
		strings.Repeat("free:school:extra:", 1000), // and nothing at all
	} {
		r, err := kalah.ParseRules(text)
		if err == nil || r != (kalah.Rules{}) {
			t.Errorf("%q was taken as %v, %v", text, r, err)
		}
	}
}

func TestAFreeChoiceKeepsWithinTheLaboratory(t *testing.T) {
	for houses := -1; houses <= 8; houses++ {
		for seeds := -1; seeds <= 8; seeds++ {
			r, err := kalah.Free{Houses: houses, Seeds: seeds}.Rules()
			within := houses == 0 || houses >= 3 && houses <= 6 && seeds >= 1 && seeds <= 6
			if (err == nil) != within || err != nil && r != (kalah.Rules{}) {
				t.Errorf("%d houses of %d: %+v, %v", houses, seeds, r, err)
			}
			if within && houses > 0 && r.Seeds() != 2*houses*seeds {
				t.Errorf("%d houses of %d: %d seeds", houses, seeds, r.Seeds())
			}
		}
	}
	for _, f := range []kalah.Free{{Capture: 4}, {End: 2}, {Leftover: 3}, {Houses: 259, Seeds: 4}, {Houses: 4, Seeds: 257}} {
		if r, err := f.Rules(); err == nil {
			t.Errorf("%+v was taken as %v", f, r)
		}
	}
	for seeds := 1; seeds <= 6; seeds++ {
		r, err := kalah.Free{Houses: 3, Seeds: seeds, Majority: true}.Rules()
		if err != nil || int(r.WinAt) != 3*seeds+1 {
			t.Errorf("half of %d plus one is %d, %v", 6*seeds, r.WinAt, err)
		}
	}
}
