package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// strict decodes one JSON value and nothing after it, with every field known.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("cannot be read: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("cannot be read: text after the end of the object")
	}
	return nil
}

// object takes one JSON object apart into its fields. It refuses what decoding
// alone would let pass: a field that is there twice, of which the last would
// count, and null, which would count as zero, except in the fields named as
// nullable. Objects within it are left to another call.
func object(text []byte, nullable ...string) (map[string]json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	if err := strict(text, &fields); err != nil {
		return nil, err
	}
	if fields == nil {
		return nil, errors.New("cannot be read: null is no object")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.Token()
	for seen := map[string]bool{}; d.More(); {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		if seen[name] {
			return nil, fmt.Errorf("cannot be read: the field %q is there twice", name)
		}
		seen[name] = true
		if hasNull(value) && !slices.Contains(nullable, name) {
			return nil, fmt.Errorf("cannot be read: null in the field %q", name)
		}
	}
	return fields, nil
}

// hasNull reports whether a value is null or a list with null in it.
func hasNull(value json.RawMessage) bool {
	if value[0] == '{' {
		return false
	}
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return false
		}
		if token == nil {
			return true
		}
	}
}

// shape holds an object to its fields: all those that are needed, none that
// is neither needed nor optional, and none that is an empty text. Names are
// compared as they are; the decoder alone would fold their case.
func shape(fields map[string]json.RawMessage, optional []string, needed ...string) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(needed, name) && !slices.Contains(optional, name) {
			return fmt.Errorf("cannot be read: unknown field %q", name)
		}
		if string(fields[name]) == `""` {
			return fmt.Errorf("the field %q is empty", name)
		}
	}
	for _, name := range needed {
		if _, ok := fields[name]; !ok {
			return fmt.Errorf("the field %q is missing", name)
		}
	}
	return nil
}
