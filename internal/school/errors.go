package school

import (
	"errors"
	"fmt"

	"semeia/internal/i18n"
)

// Code is the kind of an error; the web maps each to one status.
type Code string

const (
	Invalid   Code = "invalid"   // the request asks for something that is not possible
	Stale     Code = "stale"     // the game has gone on since the page was made
	Other     Code = "other"     // somebody else is signed in than when the page was made
	Forbidden Code = "forbidden" // somebody else's
	NotFound  Code = "not-found"
	TooLarge  Code = "too-large"
	Method    Code = "method"  // the address exists, but not for this
	Slow      Code = "slow"    // too many wrong tries; later it will be looked at
	NotYet    Code = "not-yet" // of a stage that is not open to the pupil
	Internal  Code = "internal"
)

// Error is an error that a person will read: a code, a message in their
// language, and for the log alone its cause.
type Error struct {
	Code  Code
	Msg   i18n.Msg
	Cause error
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Msg.Key, e.Cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Msg.Key)
}

func (e *Error) Unwrap() error { return e.Cause }

// Fail makes an error of a code and a message key.
func Fail(code Code, key string, args ...i18n.Args) *Error {
	e := &Error{Code: code, Msg: i18n.Msg{Key: key}}
	if len(args) > 0 {
		e.Msg.Args = args[0]
	}
	return e
}

// CodeOf is the code of an error, [Internal] where it bears none.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return Internal
}
