// Package tutor is what a position says to a child: the sentence for a move
// and the player who answers. It knows the game and the languages, and nothing
// of pupils, pages or storage.
package tutor
