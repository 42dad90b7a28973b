// Package static holds what browsers load besides pages: the style sheet, the
// scripts and the vendored libraries, embedded, under addresses that change
// with their content.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

//go:embed *.css *.js *.svg vendor/*.js
var files embed.FS

type asset struct {
	kind       string
	raw, small []byte
}

var (
	assets = map[string]asset{}
	root   string // "/static/HASH/": one hash for all, so that modules can import each other
)

func init() {
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		sum.Write([]byte(name))
		sum.Write(raw)
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		z.Write(raw)
		z.Close()
		assets[name] = asset{kindOf(name), raw, b.Bytes()}
		return nil
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	root = "/static/" + hex.EncodeToString(sum.Sum(nil))[:12] + "/"
}

// kindOf does not ask the machine, whose registry may call scripts plain text.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// URL is the address of a file, as in URL("semeia.css").
func URL(name string) string { return root + name }

// ServeHTTP answers /static/HASH/NAME; an address with another hash is not
// found, so that a page never gets a script of another version.
func ServeHTTP(w http.ResponseWriter, r *http.Request) bool {
	name, ok := strings.CutPrefix(r.URL.Path, root)
	a, found := assets[name]
	if !ok || !found {
		return false
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	body := a.raw
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = a.small
	}
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
	return true
}
