package sheet

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// QR is a code as an SVG draws it: Path in a square of Size modules, with the
// quiet zone of four that ISO/IEC 18004 asks for.
type QR struct {
	Path string
	Size int
}

// NewQR makes the code of a text, of error correction level M: a card is
// folded and fingered.
func NewQR(text string) (QR, error) {
	const quiet = 4
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return QR{}, err
	}
	var b strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", from+quiet, y+quiet, x-from, x-from)
			}
		}
	}
	return QR{b.String(), code.Size + 2*quiet}, nil
}
