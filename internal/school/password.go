package school

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// argon2id by the second recommendation of OWASP's password storage sheet:
// 19 MiB, two passes, one lane.
const (
	argonMemory = 19 * 1024 // KiB
	argonTime   = 2
	argonLanes  = 1
	saltLength  = 16
	hashLength  = 32
)

// hashing bounds how many passwords are worked on at once: each takes 19 MiB
// and a core.
var hashing = make(chan struct{}, 2)

// HashPassword gives what is kept of a password, in the usual form
// $argon2id$v=19$m=…,t=…,p=…$salt$hash.
func HashPassword(password string) string {
	salt := make([]byte, saltLength)
	rand.Read(salt)
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonLanes,
		b64.EncodeToString(salt), b64.EncodeToString(argon(password, salt, argonTime, argonMemory, argonLanes, hashLength)))
}

// PasswordIs reports whether kept, made by [HashPassword], is of that
// password. An empty kept is of none, and takes as long to say so.
func PasswordIs(kept, password string) bool {
	var version, memory, time, lanes int
	parts := strings.Split(kept, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		argon(password, make([]byte, saltLength), argonTime, argonMemory, argonLanes, hashLength)
		return false
	}
	_, err1 := fmt.Sscanf(parts[2], "v=%d", &version)
	_, err2 := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &time, &lanes)
	salt, err3 := base64.RawStdEncoding.DecodeString(parts[4])
	want, err4 := base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil || version != argon2.Version || len(want) == 0 ||
		time < 1 || time > 100 || lanes < 1 || lanes > 255 || memory < 1 || memory > 1<<20 {
		return false
	}
	return subtle.ConstantTimeCompare(argon(password, salt, time, memory, lanes, len(want)), want) == 1
}

func argon(password string, salt []byte, time, memory, lanes, length int) []byte {
	hashing <- struct{}{}
	defer func() { <-hashing }()
	return argon2.IDKey([]byte(norm.NFC.String(password)), salt, uint32(time), uint32(memory), uint8(lanes), uint32(length))
}
