// Package school is what happens in and around games: who owns one, how it was
// opened, what a player may do now, and the errors that people read. It knows
// the game and the tutor, and nothing of SQL or HTTP.
package school
