package school

import (
	"crypto/rand"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"semeia/internal/i18n"
)

// NewID is 128 random bits as 26 small letters and digits.
func NewID() string { return strings.ToLower(rand.Text()) }

// ValidID reports whether text can be an id; nothing else is asked for in the
// database.
func ValidID(text string) bool {
	if len(text) != 26 {
		return false
	}
	for _, c := range text {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}

// signs are the letters and digits of codes: none looks like another on a
// blackboard, so 0 O 1 I L are missing.
const signs = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"

const (
	codeLength = 6
	cardLength = 10
)

// random is n signs, each equally likely.
func random(n int) string {
	const fair = 256 - 256%len(signs) // bytes from here on would favour the first signs
	code := make([]byte, 0, n)
	var b [16]byte
	for len(code) < n {
		rand.Read(b[:])
		for _, v := range b {
			if int(v) < fair && len(code) < n {
				code = append(code, signs[int(v)%len(signs)])
			}
		}
	}
	return string(code)
}

// NewCode is a class code of 6 signs: 31⁶ ≈ 890 million.
func NewCode() string { return random(codeLength) }

// NewCard is the code on a pupil's card, of 10 signs: 31¹⁰ ≈ 8 · 10¹⁴.
func NewCard() string { return random(cardLength) }

// NewPassword is a first password for a teacher, of 12 signs in three groups.
func NewPassword() string { return Grouped(strings.ToLower(random(12)), 4) }

// Grouped puts a hyphen after every n signs, for reading aloud.
func Grouped(code string, n int) string {
	var groups []string
	for len(code) > n {
		groups, code = append(groups, code[:n]), code[n:]
	}
	return strings.Join(append(groups, code), "-")
}

// ParseCode reads what somebody typed for a class code or a card: spaces,
// hyphens and case are forgiven, signs that no code has are not.
func ParseCode(text string) (code string, card, ok bool) {
	var b strings.Builder
	for _, c := range text {
		if unicode.IsSpace(c) || unicode.Is(unicode.Pd, c) {
			continue
		}
		if c > unicode.MaxASCII { // some fold to letters of codes
			return "", false, false
		}
		c = unicode.ToUpper(c)
		if !strings.ContainsRune(signs, c) || b.Len() == cardLength {
			return "", false, false
		}
		b.WriteRune(c)
	}
	return b.String(), b.Len() == cardLength, b.Len() == codeLength || b.Len() == cardLength
}

// SecretLength is how many pictures are a pupil's secret; their order does not
// matter.
const SecretLength = 3

// NewSecret is SecretLength different pictures.
func NewSecret() []string {
	left := slices.Clone(Pictures)
	var secret []string
	for range SecretLength {
		i := below(len(left))
		secret = append(secret, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return secret
}

func below(n int) int {
	var b [1]byte
	for {
		rand.Read(b[:])
		if int(b[0]) < 256-256%n {
			return int(b[0]) % n
		}
	}
}

// SameSecret reports whether the two hold the same pictures, in any order.
func SameSecret(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// Lengths of what teachers choose, in characters.
const (
	LoginShortest    = 3
	LoginLongest     = 40
	PasswordShortest = 10
	PasswordLongest  = 200
)

// CleanLogin is a teacher's sign-in name as it is kept and compared: letters,
// digits, and . - _ @ between them.
func CleanLogin(raw string) (string, *i18n.Msg) {
	login := FoldName(strings.TrimSpace(norm.NFC.String(raw)))
	n := 0
	for _, c := range login {
		n++
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.Is(unicode.Mn, c) && !strings.ContainsRune(".-_@", c) || c == unicode.ReplacementChar {
			return "", &i18n.Msg{Key: "teacher.login.signs"}
		}
	}
	if n < LoginShortest || n > LoginLongest {
		return "", &i18n.Msg{Key: "teacher.login.length", Args: i18n.Args{"Least": LoginShortest, "Most": LoginLongest}}
	}
	return login, nil
}

// CheckPassword refuses a new password by its length alone.
func CheckPassword(password string) *i18n.Msg {
	if n := len([]rune(norm.NFC.String(password))); n < PasswordShortest || n > PasswordLongest {
		return &i18n.Msg{Key: "teacher.password.length", Args: i18n.Args{"Least": PasswordShortest, "Most": PasswordLongest}}
	}
	return nil
}

// Pictures are those a pupil's secret is made of, in the order they are shown.
var Pictures = []string{
	"fish", "sun", "key", "tree", "cat", "boat",
	"umbrella", "apple", "moon", "car", "butterfly", "pencil",
}
