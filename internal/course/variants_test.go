package course_test

import "strings"

const lessonFile = "lesson.toml"

// variants are of the built-in lessons; as own ones they have the same faults.
var variants = []variant{
	// lesson.toml as a file
	{key: "check.file", file: lessonFile},
	{key: "check.encoding", file: lessonFile, old: "# A lesson", new: "# A lesson\n# l\xe7\xe3o", at: "# l"},
	{key: "check.encoding", file: lessonFile, new: "\xff\xfes\x00t\x00a\x00"},
	{key: "check.encoding", file: "pt.md", old: "pequena", new: "pequena \xe7"},
	{key: "check.encoding", file: "en.md", new: "# T\n" + strings.Repeat("word ", 60000)},
	{key: "check.language", file: "sq.md"},
	{key: "check.toml", file: lessonFile, old: `rules = "seventeen"`, new: `rules = "seventeen`, at: "rules"},
	{key: "check.toml", file: lessonFile, old: `minutes = 12`, new: `minutes 12`, at: "minutes"},
	{key: "check.toml", file: lessonFile, old: "minutes = 12", new: "minutes = 12\nminutes = 13", at: "minutes = 13"},
	{key: "check.toml", file: lessonFile, old: `stage = 4`, new: `stage = "4"`, at: "stage"},
	{key: "check.toml", file: lessonFile, old: `skills = ["K13", "K8"]`, new: `skills = "K13"`, at: "skills"},
	{key: "check.toml", file: lessonFile, old: `material = ["board", "seeds"]`, new: `material = ["board", 32]`, at: "material"},
	{key: "check.toml", file: lessonFile, old: "house = 1\nskill", new: "house = \"1\"\nskill", at: `house = "1"`},
	{key: "check.toml", file: lessonFile, old: `id = "free"`, new: `id = 5`, at: "id = 5"},
	{key: "check.toml", file: lessonFile, old: `touch = ["n4", "s*"]`, new: `touch = { at = "n4" }`, at: "touch"},
	{key: "check.toml", file: lessonFile, old: `counts = true`, new: `counts = "yes"`, at: "counts"},
	{key: "check.toml", file: "04-next/lesson.toml", old: "[[step]]", new: "[step]", at: "[step]"},

	// keys
	{key: "check.key", file: lessonFile, old: "minutes =", new: "minuts =", at: "minuts"},
	{key: "check.key", file: lessonFile, old: "stage =", new: "Stage =", at: "Stage"},
	{key: "check.key", file: lessonFile, old: "material =", new: "title = \"T\"\nmaterial =", at: "title"},
	{key: "check.key", file: lessonFile, old: `id = "free"`, new: `ID = "free"`, at: "ID"},
	{key: "check.key", file: lessonFile, old: "house = 1\nslip", new: "huose = 1\nslip", at: "huose"},
	{key: "check.key", file: lessonFile, old: `starts = "me"`, new: `minutes = 20`, at: "minutes = 20"},
	{key: "check.key", file: lessonFile, old: "houses = [1, 2]", new: "houses = [1, 2]\n[step.more]\nspeed = 1", at: "[step.more]"},
	{key: "check.key", file: lessonFile, old: "[[step]]", new: "[author]\nname = \"A\"\nkind = \"x\"\n[[step]]", at: "[author]"},
	{key: "check.key", file: "04-next/lesson.toml", old: "[[step]]", new: "[[steps]]", at: "[[steps]]"},
	{key: "check.key", file: "04-next/lesson.toml", old: "[[step]]\nid = \"one\"\nkind = \"read\"",
		new: `step = [{ id = "one", kind = "read", bord = "" }]`, at: "step ="},
	{key: "check.field", file: lessonFile, old: `kind = "talk"`, new: "kind = \"talk\"\ntouch = [\"s1\"]", at: `touch = ["s1"]`},
	{key: "check.field", file: lessonFile, old: `kind = "try"`, new: "kind = \"try\"\nturn = \"north\"", at: `turn = "north"`},
	{key: "check.field", file: "04-next/lesson.toml", old: "[[step]]\nid = \"one\"\nkind = \"read\"",
		new: `step = [{ id = "one", kind = "read", house = 1 }]`, at: "step ="},

	// what stands before the steps
	{key: "check.order", file: lessonFile, old: "stage = 4", new: "stage = 5", in: "04-next/lesson.toml", at: "stage"},
	{key: "check.stage", file: lessonFile, old: "stage = 4", new: "stage = 7", at: "stage"},
	{key: "check.stage", file: lessonFile, old: "stage = 4\n", new: ""},
	{key: "check.rules", file: lessonFile, old: `rules = "seventeen"`, new: `rules = "Seventeen"`, at: "rules"},
	{key: "check.rules", file: lessonFile, old: "id = \"free\"\n", new: "id = \"free\"\nrules = \"wari\"\n", at: `rules = "wari"`},
	{key: "check.rules.later", file: lessonFile, old: "id = \"game\"\n", new: "id = \"game\"\nrules = \"standard\"\n", at: `rules = "standard"`},
	{key: "check.minutes", file: lessonFile, old: "minutes = 12", new: "minutes = 16", at: "minutes"},
	{key: "check.noskill", file: lessonFile, old: `skills = ["K13", "K8"]`, new: "skills = []", at: "skills"},
	{key: "check.noskill", file: lessonFile, old: "skills = [\"K13\", \"K8\"]\n", new: ""},
	{key: "check.skill", file: lessonFile, old: `["K13", "K8"]`, new: `["K13", "K88"]`, at: "skills"},
	{key: "check.skill", file: lessonFile, old: `skill = "K9"`, new: `skill = "k9"`, at: `skill = "k9"`},
	{key: "check.skill", file: lessonFile, old: "skill = \"K13\"\nex", new: "ex", at: "[[step]]\nid = \"more\""},
	{key: "check.skill.later", file: lessonFile, old: `["K13", "K8"]`, new: `["K13", "K8s"]`, at: "skills"},
	{key: "check.slip", file: lessonFile, old: "takes-own-too", new: "takes-own", at: "slips"},
	{key: "check.material", file: lessonFile, old: `["board", "seeds"]`, new: `["board", "beans"]`, at: "material"},
	{key: "check.nosteps", file: "04-next/lesson.toml", old: "[[step]]\nid = \"one\"\nkind = \"read\"\n", new: ""},

	// steps
	{key: "check.id", file: lessonFile, old: `id = "free"`, new: `id = "Free play"`, at: `id = "Free play"`},
	{key: "check.id", file: lessonFile, old: "id = \"free\"\n", new: "", at: "[[step]]\nkind = \"try\""},
	{key: "check.id.twice", file: lessonFile, old: `id = "then"`, new: `id = "last"`, at: "id = \"last\"\nkind = \"predict\"\nask = \"what"},
	{key: "check.kind", file: lessonFile, old: `kind = "watch"`, new: `kind = "Watch"`, at: `kind = "Watch"`},
	{key: "check.kind", file: lessonFile, old: "kind = \"watch\"\n", new: "", at: "[[step]]\nid = \"look\""},
	{key: "check.rule", file: lessonFile, old: `practises = ["R8"]`, new: `practises = ["R19"]`, at: "practises"},
	{key: "check.rule", file: lessonFile, old: `explains = ["R8", "R9"]`, new: `explains = ["R8", "r9"]`, at: "explains"},
	{key: "check.rule.later", file: lessonFile, old: `explains = ["R16"]`, new: `explains = ["R17"]`, at: `explains = ["R17"]`},
	{key: "check.noboard", file: lessonFile, old: "board = \"<5,0,0,1,0,2,0,0,3,2,4,5,1>\"\n", new: "", at: "[[step]]\nid = \"free\""},
	{key: "check.board", file: lessonFile, old: "<5,0,0,1,0,2", new: "<5, 0,0,1,0,2", at: `board = "<5, 0`},
	{key: "check.board", file: lessonFile, old: "<5,14,14,0", new: "<5,14,14", at: `board = "<5,14,14,0,0,0,0,2`},
	{key: "check.board.houses", file: lessonFile, old: "<5,0,0,1,0,2,0,0,3,2,4,5,1>", new: "<4,0,0,1,0,2,0,0,3,2,4>", at: `board = "<4`},
	{key: "check.board.seeds", file: lessonFile, old: "<5,0,0,3,3,4", new: "<5,1,0,3,3,4", at: `board = "<5,1,0,3`},
	{key: "check.turn", file: lessonFile, old: `turn = "north"`, new: `turn = "North"`, at: "turn"},
	{key: "check.try", file: lessonFile, old: "<5,0,0,1,0,2,0,0,", new: "<5,0,0,0,0,0,0,0,", at: `board = "<5,0,0,0,0,0,0,0,3,2`},
	{key: "check.notouch", file: lessonFile, old: "touch = [\"n4\", \"s*\"]\n", new: "", at: "[[step]]"},
	{key: "check.touch", file: lessonFile, old: `["n4", "s*"]`, new: `["n4", "S*"]`, at: "touch"},
	{key: "check.touch", file: lessonFile, old: `["n4", "s*"]`, new: `["n6"]`, at: "touch"},
	{key: "check.nohouses", file: lessonFile, old: "houses = [1, 2]\n", new: "", at: "[[step]]\nid = \"look\""},
	{key: "check.move", file: lessonFile, old: "houses = [1, 2]", new: "houses = [1, 1]", at: "houses"},
	{key: "check.move", file: lessonFile, old: "houses = [1, 2]", new: "houses = [0]", at: "houses"},
	{key: "check.starts", file: lessonFile, old: `starts = "me"`, new: `starts = "north"`, at: "starts"},
	{key: "check.ask", file: lessonFile, old: `"landing 1"`, new: `"landing"`, at: `ask = "landing"`},
	{key: "check.ask", file: lessonFile, old: `"still-to 2"`, new: `"still-to 3"`, at: "exercises"},
	{key: "check.noexercises", file: lessonFile, old: "exercises = [\"still-to 1\", \"still-to 2\"]\n", new: "", at: "[[step]]\nid = \"more\""},

	// questions that cannot be posed
	{key: "check.pose.kind", file: lessonFile, old: `"landing 1"`, new: `"set-up 1"`, at: `ask = "set-up`},
	{key: "check.pose.level", file: lessonFile, old: `"landing 1"`, new: `"landing 2"`, at: `ask = "landing 2"`},
	{key: "check.pose.turn", file: lessonFile, old: "house = 1\nskill", new: "turn = \"north\"\nhouse = 1\nskill", at: "turn = \"north\"\nhouse"},
	{key: "check.pose.over", file: lessonFile, old: "<5,3,2,3,0,2,0,1", new: "<5,17,2,3,0,0,0,0", at: `board = "<5,17,`},
	{key: "check.pose.over", file: lessonFile, old: "<5,0,0,1,0,2,0,0,3,2,4,5,1>", new: "<5,17,0,1,0,2,0,0,3,2,1,0,1>", at: `board = "<5,17,`},
	{key: "check.pose.notover", file: lessonFile, old: "<5,14,14,0", new: "<5,14,12,1", at: `board = "<5,14,12,1`},
	{key: "check.pose.house", file: lessonFile, old: "house = 1\nskill", new: "house = 6\nskill", at: "house = 6"},
	{key: "check.pose.house", file: lessonFile, old: "house = 1\nskill", new: "skill", at: "[[step]]\nid = \"where\""},
	{key: "check.pose.house", file: lessonFile, old: "skill = \"K9\"", new: "house = -1\nskill = \"K9\"", at: "house = -1"},
	{key: "check.pose.empty", file: lessonFile, old: "house = 1\nskill", new: "house = 2\nskill", at: "house = 2"},
	{key: "check.pose.few", file: lessonFile, old: "<5,4,2,3,0,2,0,1", new: "<5,4,2,1,0,2,0,1", at: "house = 1\nskill = \"K1\"\n\n[[step]]\nid = \"then\""},
	{key: "check.pose.ends", file: lessonFile, old: "<5,4,3,0,0,1,0,1,2,3,0,1,0>", new: "<5,16,3,0,0,1,0,1,2,3,0,1,0>", at: `board = "<5,16`},
	{key: "check.pose.none", file: lessonFile, old: "<5,1,1,3,1,2,0,1", new: "<5,1,1,3,1,2,1,1", at: `board = "<5,1,1,3,1,2,1`},
	{key: "check.pose.several", file: lessonFile, old: "<5,1,1,3,1,2,0,1", new: "<5,1,1,3,1,1,0,1", at: `board = "<5,1,1,3,1,1`},
	{key: "check.pose.offer", file: lessonFile, old: "offer = [1, 2, 4]", new: "offer = [1, 2, 2]", at: "offer"},
	{key: "check.pose.offer", file: lessonFile, old: "offer = [1, 2, 4]\n", new: "", at: "[[step]]\nid = \"odd\""},
	{key: "check.pose.claim", file: lessonFile, old: `slip = "counts-start"`, new: `slip = "sign-turned"`, at: "slip ="},

	// the words
	{key: "check.text.title", file: "en.md", old: "# A small lesson\n", new: ""},
	{key: "check.text.longtitle", file: "en.md", old: "# A small", new: "\n# A lesson with a very, very, very long name:", at: "# A"},
	{key: "check.text.lead", file: "pt.md", old: "Uma frase sobre ela.\nE mais uma.\n", new: "", at: "# Uma"},
	{key: "check.text.lead", file: "pt.md", old: "E mais uma.", new: strings.Repeat("palavra ", 57), at: "# Uma"},
	{key: "check.text.heading", file: "en.md", old: "# A small", new: "#A small"},
	{key: "check.text.heading", file: "en.md", old: "## rule:", new: "##rule:", at: "##rule"},
	{key: "check.text.heading", file: "en.md", old: "\n## rule:", new: "### More\n\n## rule:", at: "### More"},
	{key: "check.text.heading", file: "en.md", old: "\n## rule:", new: "##\n\n## rule:", at: "##\n"},
	{key: "check.text.heading", file: "en.md", old: "\n## rule:", new: "# More\n\n## rule:", at: "# More"},
	{key: "check.text.nostep", file: "sq.md", old: "## rule:", new: "## ruel:", at: "## ruel"},
	{key: "check.text.nostep", file: "sq.md", old: "## rule:", new: "## Rule:", at: "## Rule"},
	{key: "check.text.nostep", file: "sq.md", old: "## @aim", new: "## @iam", at: "## @iam"},
	{key: "check.text.twice", file: "sq.md", old: "## @aim", new: "## say: Titull\nPo.\n\n## @aim", at: "## say: Titull\nPo."},
	{key: "check.text.twice", file: "sq.md", old: "## @ask", new: "## @aim\nPo.\n\n## @ask", at: "## @aim\nPo."},
	{key: "check.text.order", file: "en.md", old: heading("look", "rule"), new: heading("rule", "look"), at: "## look"},
	{key: "check.text.order", file: "en.md", old: heading("look", "rule", "where"), new: heading("where", "look", "rule"), at: "## look"},
	{key: "check.text.title2", file: "en.md", old: "## rule: Heading", new: "## rule", at: "## rule"},
	{key: "check.text.title2", file: "en.md", old: "## rule: Heading", new: "## rule: This heading is too long to fit in there!", at: "## rule"},
	{key: "check.text.empty", file: "04-next/en.md", old: "Look at **the board**,\nand *think*.\n", new: "", at: "## one"},
	{key: "check.text.long", file: "en.md", old: "## rule: Heading\n", new: "## rule: Heading\n" + strings.Repeat("word ", 80), at: "## rule"},
	{key: "check.text.missing", file: "04-next/en.md", old: "## one: Heading\nLook at **the board**,\nand *think*.\n", new: ""},
	{key: "check.text.plan", file: "en.md", old: "## @aim\nPupils see.\n\n", new: ""},
	{key: "check.text.plan", file: "en.md", old: "Pupils see.\n", new: "", at: "## @aim"},
	{key: "check.text.markup", file: "en.md", old: "think*.", new: "think*. <b>x</b>", at: "and *think"},
	{key: "check.text.markup", file: "en.md", old: "What do", new: "What [do](http://x.org)", at: "What [do"},
	{key: "check.text.markup", file: "en.md", old: "What do you see?", new: "![](x.png)", at: "![]"},
	{key: "check.text.markup", file: "en.md", old: "What do you see?", new: "What?\n\n---", at: "---"},
	{key: "check.text.markup", file: "en.md", old: "What do you see?", new: "What?\n---", at: "What?"},
	{key: "check.text.markup", file: "en.md", old: "What do you see?", new: "    What?", at: "    What?"},
	{key: "check.text.markup", file: "en.md", old: "What do you see?", new: "> What?", at: "> What?"},
	{key: "check.text.markup", file: "en.md", old: "What do you see?", new: "<!-- later -->", at: "<!--"},
	{key: "check.text.markup", file: "en.md", old: "1. Show it.", new: "1. Show `it`.", at: "1. Show"},
	{key: "check.text.later", file: "en.md", old: "And one more.", new: "And the Standard game.", at: "And the"},
	{key: "check.text.later", file: "en.md", old: "## rule: Heading", new: "## rule: Standard-game", at: "## rule"},
	{key: "check.text.later", file: "en.md", old: "What do you see?", new: "Look at the **rest\ngoes** to you.", at: "Look at the **rest"},
	{key: "check.text.later", file: "pt.md", old: "- O que é?", new: "- O que e\u0301 o jogo padra\u0303o?", at: "- O que"},
	{key: "check.text.later", file: "sq.md", old: "Një fjali për të.", new: "LOJA STANDARDE.", at: "LOJA"},
}

// ownVariants are only of own lessons, or of those with another place.
var ownVariants = []variant{
	{key: "check.nolanguage", file: "05-mute/lesson.toml", in: "05-mute/", new: mute},
	{key: "check.folder", file: "Mine/lesson.toml", in: "Mine/", new: mute},
}

// heading is the English words of some steps.
func heading(ids ...string) (text string) {
	for _, id := range ids {
		text += "## " + id + ": Heading\nLook at **the board**,\nand *think*.\n\nWhat do you see?\n\n"
	}
	return text
}

const mute = "stage = 1\nrules = \"sowing\"\nskills = [\"K0\"]\nminutes = 1\n\n[[step]]\nid = \"one\"\nkind = \"read\"\n"
