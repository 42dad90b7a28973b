package templates

import (
	"semeia/internal/i18n"
	"semeia/internal/tutor"
)

// botCard is a bot as the pages show it: its face, and the keys of its name
// and of how it plays.
type botCard struct{ Face, Name, More string }

var botCards = map[tutor.Bot]botCard{
	tutor.Beginner: {"caterpillar", "player.caterpillar", "bot.beginner"},
	tutor.Easy:     {"ladybird", "player.ladybird", "bot.easy"},
	tutor.Medium:   {"frog", "player.frog", "bot.medium"},
	tutor.Perfect:  {"owl", "player.owl", "bot.perfect"},
}

func cardOf(b tutor.Bot) botCard {
	if c, ok := botCards[b]; ok {
		return c
	}
	return botCards[tutor.Easy]
}

// BotFace is the face of a bot, for [Face].
func BotFace(b tutor.Bot) string { return cardOf(b).Face }

// BotName is the name of a bot.
func BotName(l *i18n.Loc, b tutor.Bot) string { return l.T(cardOf(b).Name) }

// UsualBot is the bot that is offered first under the rules of a stage: for
// those who begin, the one that can be beaten most easily.
func UsualBot(stage int) tutor.Bot {
	if stage <= 2 {
		return tutor.Beginner
	}
	return tutor.Easy
}

// botChoices are the bots to choose from, the weakest first.
func botChoices() (choices []Choice) {
	for _, b := range tutor.Bots {
		choices = append(choices, Choice{Value: string(b), Key: cardOf(b).Name, More: cardOf(b).More})
	}
	return choices
}
