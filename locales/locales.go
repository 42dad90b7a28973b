// Package locales holds the catalogues: one TOML file a language, every key in
// each of them. [semeia/internal/i18n] reads them.
package locales

import "embed"

// FS holds pt.toml, en.toml and sq.toml.
//
//go:embed pt.toml en.toml sq.toml
var FS embed.FS
