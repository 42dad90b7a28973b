// Package lessons holds the built-in course: a folder a lesson, and words.toml,
// the words that belong to each stage. [semeia/internal/course] reads them.
package lessons

import "embed"

// FS holds words.toml and the folders of the lessons.
//
//go:embed words.toml */lesson.toml */*.md
var FS embed.FS
