package school_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"semeia/internal/school"
)

// The letters and digits of which none looks like another (B02).
const signs = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"

func TestCodesHoldNoSignsThatLookAlike(t *testing.T) {
	met, seen := map[rune]int{}, map[string]bool{}
	for range 10_000 {
		for _, code := range []string{school.NewCode(), school.NewCard()} {
			got, card, ok := school.ParseCode(code)
			if got != code || !ok || card != (len(code) == 10) || len(code) != 6 && len(code) != 10 {
				t.Fatalf("%q: %q %v %v", code, got, card, ok)
			}
			for _, c := range code {
				met[c]++
			}
			seen[code] = true
		}
	}
	if len(seen) < 19_990 {
		t.Errorf("%d of 20,000 are different", len(seen))
	}
	if len(met) != len(signs) {
		t.Errorf("%d signs", len(met))
	}
	for _, c := range signs { // 5161 of each are expected; six standard deviations are 430
		if met[c] < 4700 || met[c] > 5600 {
			t.Errorf("%c comes %d times", c, met[c])
		}
	}
	for c := range met {
		if !strings.ContainsRune(signs, c) {
			t.Errorf("%c is no sign", c)
		}
	}
}

// B01.
func TestSpacesHyphensAndCaseOfACodeAreForgiven(t *testing.T) {
	for _, typed := range []string{"KXM7Q2", "kxm7q2", " KXM7Q2 ", "kxm7 q2", "KXM-7Q2", "\tKxM\u00a07q2\r\n", "K X M 7 Q 2", "KXM–7Q2", "kxm‑7q2", "-KXM7Q2-"} {
		if code, card, ok := school.ParseCode(typed); code != "KXM7Q2" || card || !ok {
			t.Errorf("%q: %q %v %v", typed, code, card, ok)
		}
	}
	for _, typed := range []string{"ABCDE23456", "abcde-23456", "abcd e234 56", school.Grouped("ABCDE23456", 5)} {
		if code, card, ok := school.ParseCode(typed); code != "ABCDE23456" || !card || !ok {
			t.Errorf("%q: %q %v %v", typed, code, card, ok)
		}
	}
	if code, _, ok := school.ParseCode("KXM7Q3"); code != "KXM7Q3" || !ok {
		t.Error("another code is read as it is:", code)
	}
	for _, typed := range []string{
		"", " ", "---", "KXM7Q", "KXM7Q2A", "KXM7Q2AB", "KXM7Q2ABC", "ABCDE234567", strings.Repeat("K", 200), strings.Repeat(" ", 200),
		"KXM7Q0", "KXMOQ2", "KXM7Q1", "KXMIQ2", "KXMLQ2", "kxmlq2", "kxmiq2", "kxmoq2", "KXM_7Q2", "KXM.7Q2", "KXM7Q2!", "KXM7Q\x00",
		"KXM7Q\u0662", "ΚXM7Q2", "\u212aXM7Q2", "KXM7Qſ", "KXM7Qı", "ＫＸＭ７Ｑ２", "KXM7Q2\u0301", "KXM7Q\xff", "KXM\u200b7Q2", "ÇXM7Q2",
	} {
		if code, _, ok := school.ParseCode(typed); ok {
			t.Errorf("%q is read as %q", typed, code)
		}
	}
}

func TestIDs(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := school.NewID()
		if !school.ValidID(id) || seen[id] {
			t.Fatal(id)
		}
		seen[id] = true
	}
	id := school.NewID()
	for _, text := range []string{"", id[1:], id + "a", strings.ToUpper(id[:25]) + "A", id[:25] + "1", id[:25] + "8", id[:25] + "%", id[:24] + "ë", id[:25] + "\n"} {
		if school.ValidID(text) {
			t.Errorf("%q", text)
		}
	}
}

func TestASecretIsThreeDifferentPictures(t *testing.T) {
	met, secrets := map[string]int{}, map[string]bool{}
	for range 3000 {
		secret := school.NewSecret()
		if len(secret) != school.SecretLength {
			t.Fatal(secret)
		}
		slices.Sort(secret)
		if len(slices.Compact(slices.Clone(secret))) != len(secret) {
			t.Fatal(secret)
		}
		for _, p := range secret {
			met[p]++
		}
		secrets[strings.Join(secret, " ")] = true
	}
	if len(secrets) != 220 { // 12 over 3
		t.Errorf("%d secrets", len(secrets))
	}
	for _, p := range school.Pictures { // 750 of each are expected; six standard deviations are 142
		if met[p] < 600 || met[p] > 900 || strings.ContainsAny(p, " \t") {
			t.Errorf("%s comes %d times", p, met[p])
		}
	}
	if len(met) != len(school.Pictures) {
		t.Errorf("%d pictures", len(met))
	}
}

func TestTheOrderOfASecretDoesNotMatter(t *testing.T) {
	secret := []string{"sun", "key", "cat"}
	for _, c := range []struct {
		tried []string
		want  bool
	}{
		{[]string{"sun", "key", "cat"}, true}, {[]string{"cat", "sun", "key"}, true}, {[]string{"key", "cat", "sun"}, true},
		{[]string{"sun", "key", "boat"}, false}, {[]string{"sun", "key"}, false}, {nil, false}, {[]string{"sun", "sun", "key"}, false},
		{[]string{"sun", "key", "cat", "cat"}, false}, {[]string{"sun", "key", "cat", "boat"}, false}, {[]string{"Sun", "key", "cat"}, false}, {[]string{"sun key cat"}, false},
	} {
		tried := slices.Clone(c.tried)
		if got := school.SameSecret(c.tried, secret); got != c.want {
			t.Errorf("%v: %v", c.tried, got)
		}
		if !slices.Equal(tried, c.tried) || secret[0] != "sun" || secret[2] != "cat" {
			t.Error("the lists were sorted")
		}
	}
}

func TestGrouping(t *testing.T) {
	for _, c := range []struct {
		code string
		n    int
		want string
	}{{"", 4, ""}, {"ABC", 4, "ABC"}, {"ABCD", 4, "ABCD"}, {"ABCDE", 4, "ABCD-E"}, {"ABCDEF", 3, "ABC-DEF"}, {"ABCDE23456", 5, "ABCDE-23456"}} {
		if got := school.Grouped(c.code, c.n); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	form := regexp.MustCompile(`^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$`)
	for range 100 {
		p := school.NewPassword()
		if !form.MatchString(p) || strings.ContainsAny(p, "01ilo") || school.CheckPassword(p) != nil {
			t.Error(p)
		}
	}
}

func TestSignInNames(t *testing.T) {
	long := strings.Repeat("ë", 40)
	for raw, want := range map[string]string{
		"ana": "ana", " Ana ": "ana", "ÉRICA": "érica", "E\u0301rica": "érica", "ana.silva-2_x@escola.pt": "ana.silva-2_x@escola.pt",
		"Straße": "strasse", "Ëndrra": "ëndrra", long: long, " " + long + "\n": long, "٣٤٥": "٣٤٥",
	} {
		got, why := school.CleanLogin(raw)
		if got != want || why != nil {
			t.Errorf("%q: %q %v", raw, got, why)
		}
		if again, why := school.CleanLogin(got); again != got || why != nil {
			t.Errorf("%q cleaned twice: %q %v", raw, again, why)
		}
	}
	for raw, key := range map[string]string{
		"": "teacher.login.length", "  ": "teacher.login.length", "an": "teacher.login.length", " an ": "teacher.login.length",
		long + "a": "teacher.login.length", strings.Repeat("a", 5000): "teacher.login.length",
		"ana silva": "teacher.login.signs", "ana\tsilva": "teacher.login.signs", "ana/x": "teacher.login.signs", "<ana>": "teacher.login.signs", "ana\x00": "teacher.login.signs",
		"an\xffa": "teacher.login.signs", "an\ufffda": "teacher.login.signs", "ana\u200b": "teacher.login.signs", "ana\u202e": "teacher.login.signs", "ana😀": "teacher.login.signs",
		"ana,b": "teacher.login.signs", "ana+b": "teacher.login.signs", "ana'b": "teacher.login.signs",
	} {
		if got, why := school.CleanLogin(raw); got != "" || why == nil || why.Key != key {
			t.Errorf("%q: %q %v", raw, got, why)
		}
	}
}
