// Package web is the only HTTP: one table of routes, one file a page, errors
// turned into pages in the reader's language. A request reads from top to
// bottom: parse, ask, render.
package web
