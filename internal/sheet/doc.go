// Package sheet makes what leaves the program: tables and records of a class
// for its export, and the codes that are printed.
package sheet
