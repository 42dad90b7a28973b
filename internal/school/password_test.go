package school_test

import (
	"regexp"
	"strings"
	"sync"
	"testing"

	"semeia/internal/school"
)

func TestAPasswordIsRefusedByItsLengthAlone(t *testing.T) {
	for password, ok := range map[string]bool{
		"": false, "123456789": false, "1234567890": true, "          ": true, "ëëëëëëëëë": false, "ëëëëëëëëëë": true,
		strings.Repeat("e\u0308", 5): false, strings.Repeat("e\u0308", 10): true, // in NFC as long as five and ten letters
		strings.Repeat("😀", 200): true, strings.Repeat("😀", 201): false, strings.Repeat("e\u0308", 200): true,
	} {
		if why := school.CheckPassword(password); (why == nil) != ok || why != nil && why.Key != "teacher.password.length" {
			t.Errorf("%q: %v", password, why)
		}
	}
}

func TestAPasswordIsKnownAgain(t *testing.T) {
	kept := school.HashPassword("Çelësi në kuti")
	form := regexp.MustCompile(`^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`)
	if !form.MatchString(kept) {
		t.Error(kept)
	}
	if school.HashPassword("Çelësi në kuti") == kept {
		t.Error("no salt")
	}
	for password, want := range map[string]bool{
		"Çelësi në kuti":                   true,
		"C\u0327ele\u0308si ne\u0308 kuti": true, // as another keyboard writes it
		"çelësi në kuti":                   false,
		"Celesi ne kuti":                   false,
		"Çelësi në kuti ":                  false,
		"":                                 false,
	} {
		if got := school.PasswordIs(kept, password); got != want {
			t.Errorf("%q: %v", password, got)
		}
	}
	if school.PasswordIs(school.HashPassword(""), "x") {
		t.Error("x is no empty password")
	}
}

// A hash in the same form with other numbers: the one for argon2id in the tests
// of the reference implementation (phc-winner-argon2, src/test.c).
func TestAHashOfOtherNumbersIsRead(t *testing.T) {
	const kept = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	if !school.PasswordIs(kept, "password") || school.PasswordIs(kept, "Password") {
		t.Error("the reference hash is not known again")
	}
}

func TestWhatIsNoHashIsOfNoPassword(t *testing.T) {
	kept := school.HashPassword("a good password")
	parts := strings.Split(kept, "$")
	with := func(i int, text string) string {
		p := append([]string(nil), parts...)
		p[i] = text
		return strings.Join(p, "$")
	}
	for what, garbled := range map[string]string{
		"empty": "", "the password": "a good password", "cut": kept[:len(kept)-1], "longer": kept + "$", "without the first": kept[1:],
		"argon2i": with(1, "argon2i"), "another version": with(2, "v=16"), "no version": with(2, ""), "no numbers": with(3, ""), "fewer numbers": with(3, "m=19456,t=2"),
		"no time": with(3, "m=19456,t=0,p=1"), "less time": with(3, "m=19456,t=1,p=1"), "no lane": with(3, "m=19456,t=2,p=0"), "other memory": with(3, "m=19457,t=2,p=1"),
		"many lanes": with(3, "m=19456,t=2,p=256"), "time without end": with(3, "m=19456,t=4294967296,p=1"), "words": with(3, "m=a,t=b,p=c"),
		"another salt": with(4, "AAAAAAAAAAAAAAAAAAAAAA"), "no salt": with(4, ""), "salt of no letters": with(4, "!!!"), "no hash": with(5, ""), "hash of no letters": with(5, "!!!"),
		"padded": with(5, parts[5]+"="), "bcrypt": "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
	} {
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%s: %v", what, r)
				}
			}()
			if school.PasswordIs(garbled, "a good password") || school.PasswordIs(garbled, "") {
				t.Errorf("%s: %s", what, garbled)
			}
		}()
	}
	if !school.PasswordIs(kept, "a good password") {
		t.Error("the whole one is known again")
	}
}

func TestManyPasswordsAtOnce(t *testing.T) {
	kept := school.HashPassword("a good password")
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			if got := school.PasswordIs(kept, []string{"a good password", "another one"}[i%2]); got != (i%2 == 0) {
				t.Error(i, got)
			}
		})
	}
	wg.Wait()
}
