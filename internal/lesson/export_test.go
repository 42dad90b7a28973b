package lesson

// Record is the play that leads to an exercise's position.
type Record = record

// Made is [Make] with the play that leads to the position.
func Made(k Key) (Exercise, Record, error) { return made(k) }

// Choose is the practice that [Next] takes for a skill.
func Choose(info SkillInfo, own []Attempt) (Practice, bool) { return choose(&info, own) }

// Chance is p(G) of an exercise and whether it has eight choices or more.
func Chance(k Key) (float64, bool) { return chance(&Attempt{Key: k}) }

// AlwaysPast reports whether that kind and level only has items past the kalah.
func AlwaysPast(k Kind, level int) bool { return alwaysPast(k, level) }
