package solver

import (
	"math/bits"
	"sync/atomic"
)

// cache is the transposition table, shared by all searches of all rule sets.
// Entries are never wrong, only replaced: they hold bounds that were proved.
//
// An entry is two words: the mover's row, the rules, age and work; and the
// other row, the two bounds and a move. That is the whole position, so no two
// can be mistaken for each other. The first word is kept mixed with the second,
// so that a reader who meets one word of an old entry and one of a new finds a
// row that is not there (Hyatt and Mann, "A lock-less transposition table
// implementation for parallel search", 2002).
type cache struct {
	words []uint64 // buckets of four entries, one line of memory each
	shift uint
	age   atomic.Uint32
}

const (
	bucket   = 8 // words
	ruleAt   = rowBits
	ageAt    = ruleAt + 9
	workAt   = ageAt + 4
	keyMask  = 1<<ageAt - 1
	lowAt    = rowBits
	highAt   = lowAt + 8
	moveAt   = highAt + 8
	noMove   = 7
	bias     = 128
	ageMask  = 15
	workMask = 31
)

// newCache takes the largest power of two that fits into size bytes.
func newCache(size int64) *cache {
	n := max(size/(8*bucket), 16)
	log := bits.Len64(uint64(n)) - 1
	return &cache{words: make([]uint64, bucket<<log), shift: uint(64 - log)}
}

func mixed(w uint64) uint64 {
	w *= 0x9E3779B97F4A7C15
	w ^= w >> 29
	w *= 0xBF58476D1CE4E5B9
	return w ^ w>>32
}

func (c *cache) line(a, b, id uint64) *[bucket]uint64 {
	x := (a ^ id<<ruleAt) * 0x9E3779B97F4A7C15
	x = (bits.RotateLeft64(x, 32) ^ b) * 0xD6E8FEB86659FD93
	x ^= x >> 32
	x *= 0xD6E8FEB86659FD93
	return (*[bucket]uint64)(c.words[x>>c.shift*bucket:])
}

// probe gives the bounds known of a position and the move that was best.
func (c *cache) probe(a, b, id uint64) (low, high, move int, ok bool) {
	l := c.line(a, b, id)
	key := a | id<<ruleAt
	for i := 0; i < bucket; i += 2 {
		second := atomic.LoadUint64(&l[i+1])
		if second&rowMask != b {
			continue
		}
		if first := atomic.LoadUint64(&l[i]) ^ mixed(second); first&keyMask == key {
			return int(second>>lowAt&255) - bias, int(second>>highAt&255) - bias, int(second >> moveAt & 7), true
		}
	}
	return 0, 0, noMove, false
}

// store keeps bounds; work is the logarithm of the nodes they took.
func (c *cache) store(a, b, id uint64, low, high, move int, work uint64) {
	l := c.line(a, b, id)
	key := a | id<<ruleAt
	age := uint64(c.age.Load()) & ageMask
	at, least := 0, int64(1)<<62
	for i := 0; i < bucket; i += 2 {
		second := atomic.LoadUint64(&l[i+1])
		first := atomic.LoadUint64(&l[i]) ^ mixed(second)
		if second&rowMask == b && first&keyMask == key {
			at = i
			break
		}
		// An older entry counts as one of half the work for each age.
		worth := int64(first>>workAt&workMask) - int64((age-first>>ageAt)&ageMask)
		if second == 0 {
			worth = -100
		}
		if worth < least {
			at, least = i, worth
		}
	}
	second := b | uint64(low+bias)<<lowAt | uint64(high+bias)<<highAt | uint64(move)<<moveAt
	first := key | age<<ageAt | min(work, workMask)<<workAt
	atomic.StoreUint64(&l[at], first^mixed(second))
	atomic.StoreUint64(&l[at+1], second)
}
