// Package kalah is the game of Kalah: rule sets as data, the position as a
// value, one sowing with all it does, and the text forms of each.
//
// It knows nothing of pupils, pages or languages and imports the standard
// library only. Everything here is a comparable value; no function keeps or
// changes what it is given, so asking a question never changes a game.
//
// Two sides, South and North, own a row of m houses each, numbered 1..m from
// their owner's left to right, and a store (the kalah) to the right of house m.
package kalah
