package web

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"
	"strconv"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/templates"
)

// In a game against the bot the child is asked now and then: where the last seed
// of the own move will land, before it is sown; or whether the bot, which shows
// its sowing by numbers, has counted right. What is asked follows from the game,
// its version and the answers that are kept; nothing else is remembered, and the
// game itself never changes by it. A move is never refused for an open question.

// often: one move in so many is asked about.
const often = 5

// The questions, as their chance is drawn.
const (
	predictions = "predict"
	claims      = "claim"
)

// asks reports whether questions may be asked in a game of the reader's.
func (r *request) asks(g *school.Game) bool {
	return r.owns(g) && g.Against == school.Bot && g.Whole() && !g.Counts && g.Rules.Stage() <= 5
}

// chance is a number that belongs to a version of a game.
func chance(what string, g *school.Game, version int) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%s/%d", what, g.ID, version))
	return binary.BigEndian.Uint64(sum[:])
}

func drawn(what string, g *school.Game, version int) bool { return chance(what, g, version)%often == 0 }

// originOf is where an answer in a game was given. A prediction has the version
// that the game had before the move, a claim that of the bot's move: a version is
// asked about once.
func originOf(g *school.Game, version int) string { return fmt.Sprintf("game:%s/%d", g.ID, version) }

// answered finds the answer that was given at a place, -1 for none.
func answered(history []lesson.Attempt, origin string) int {
	for i := len(history) - 1; i >= 0; i-- {
		if history[i].Origin == origin {
			return i
		}
	}
	return -1
}

// asking is what is asked now in a game, and what was asked about the last move
// of either side.
type asking struct {
	claim   *lesson.Exercise // the bot's last move is claimed, and not shown yet
	told    int              // the answer that is spoken of now, in history; -1: none
	history []lesson.Attempt
}

// key is all that a page shows of it.
func (a *asking) key() string {
	switch {
	case a.claim != nil:
		return claims
	case a.told >= 0:
		t := &a.history[a.told]
		return fmt.Sprintf("%s/%d/%s", t.Skill, t.N, t.Answer)
	}
	return ""
}

// asking reads what is asked in a game of the reader's. state is the game
// replayed.
func (s *server) asking(r *request, g *school.Game, state *school.State) (asking, error) {
	a := asking{told: -1}
	steps := state.Steps
	own := len(steps) - 1
	for own >= 0 && !g.Human(steps[own].Player) {
		own--
	}
	if !r.asks(g) || own < 0 || g.Events[len(g.Events)-1].Kind != school.Move {
		return a, nil
	}
	last := &steps[len(steps)-1]
	before := steps[own].Version - 1
	predicted := drawn(predictions, g, before)
	claimed := len(steps)-1 > own && !last.Swap() && last.Sowing.Seeds > 1 && last.Sowing.Over == kalah.NotOver && drawn(claims, g, last.Version)
	if !predicted && !claimed {
		return a, nil
	}
	var err error
	if a.history, err = s.Store.Attempts(r.Request().Context(), g.Owner); err != nil {
		return a, err
	}
	if predicted {
		a.told = a.find(originOf(g, before), lesson.Landing)
	}
	if !claimed || a.told >= 0 {
		return a, nil
	}
	if a.told = a.find(originOf(g, last.Version), lesson.Referee); a.told >= 0 {
		return a, nil
	}
	a.claim, err = question(lesson.Referee, g, last.Sowing.Before, last.Sowing.House, a.history)
	return a, err
}

func (a *asking) find(origin string, kind lesson.Kind) int {
	if at := answered(a.history, origin); at >= 0 && a.history[at].Key.Kind == kind {
		return at
	}
	return -1
}

// rungs are the skills that a sowing speaks for, by how far it goes.
var rungs = [...][]lesson.Skill{{"K0", "K1"}, {"K2", "K3"}, {"K4"}, {"K5"}}

// question is asked about a sowing in a game, for the first of its skills that
// is not mastered yet; nil where all are. The mover sits South in it.
func question(kind lesson.Kind, g *school.Game, p kalah.Position, house int, history []lesson.Attempt) (*lesson.Exercise, error) {
	p = southward(p)
	level := lesson.Reach(p, house)
	for _, skill := range rungs[level-1] {
		if standing := lesson.Trace(skill, history); standing.Mastered {
			continue
		}
		var pose lesson.Pose
		if kind == lesson.Referee {
			pose.Claim = lesson.ClaimOf(chance("slip", g, g.Version()), g.Rules, p, house)
		}
		e, err := lesson.Posed(kind, level, g.Rules, p, house, pose)
		e.Skill = skill
		return &e, err
	}
	return nil, nil
}

func southward(p kalah.Position) kalah.Position {
	if p.Turn() == kalah.North {
		return p.Mirror()
	}
	return p
}

// predicts asks where the last seed of a move lands, or takes the answer. sent
// reports that the page has been sent; otherwise the move is to be made.
func (s *server) predicts(r *request, g *school.Game, house int) (sent bool, err error) {
	version, ok := whole(r.form("version"))
	if !ok || version != g.Version() || !r.asks(g) || !drawn(predictions, g, version) {
		return false, nil
	}
	state, err := g.Replay()
	if err != nil || state.Ended() || g.Rules.Legal(state.Line.Pos, house) != nil || state.Line.Pos.House(state.Line.Pos.Turn(), house) < 2 {
		return false, err
	}
	open, err := s.asking(r, g, &state)
	if err != nil || open.claim != nil {
		return false, err
	}
	history, err := s.Store.Attempts(r.Request().Context(), g.Owner)
	if err != nil || answered(history, originOf(g, version)) >= 0 {
		return false, err
	}
	if g.Helped > 0 {
		return false, nil // a hint may have told where it lands
	}
	e, err := question(lesson.Landing, g, state.Line.Pos, house, history)
	if err != nil || e == nil {
		return false, err
	}
	answer := r.form("answer")
	if answer == "" {
		return true, s.askPrediction(r, http.StatusOK, g, e, "")
	}
	attempt, ok := e.Attempted(answer)
	if !ok {
		return true, s.askPrediction(r, http.StatusUnprocessableEntity, g, e, r.L.T("practice.bad"))
	}
	attempt.Origin = originOf(g, version)
	return false, s.keepIn(r, g, &attempt)
}

// askPrediction is the page of a game with the question about a move.
func (s *server) askPrediction(r *request, status int, g *school.Game, e *lesson.Exercise, notice string) error {
	v, err := s.view(r, g)
	if err != nil {
		return err
	}
	p, pos := &v.page, v.state.Line.Pos
	p.Notice, p.Told, p.Playing = notice, "", false
	v.board(v.state.Line, nil)
	p.Board.Predict(e, pos.Turn() == kalah.North)
	p.Ask = &templates.GameAsk{
		House: e.House, Start: kalah.Place{Side: pos.Turn(), House: uint8(e.House)}.String(), Since: r.Now,
		Text: r.L.N("predict.question", pos.House(pos.Turn(), e.House), i18n.Args{"House": e.House}),
	}
	return r.answer(status, *p)
}

// claim shows the board before the bot's last move, with the way that the bot
// claims. The state is then that of before.
func (v *view) claim(e *lesson.Exercise) {
	last := v.state.Last()
	v.state.Line, v.state.Steps = last.Before, v.state.Steps[:len(v.state.Steps)-1]
	v.claimed = e
}

// askClaim puts the question of a claim on the page.
func (v *view) askClaim() {
	p, e := &v.page, v.claimed
	pos := v.state.Line.Pos
	p.Playing = false
	v.board(v.state.Line, nil)
	claim := p.Board.Claim(e, pos.Turn() == kalah.North)
	p.Ask = &templates.GameAsk{
		Claim: &claim, Since: v.r.Now,
		Text: v.r.L.N("claim.question", pos.House(pos.Turn(), e.House), i18n.Args{"House": e.House, "Name": v.ear.Names[v.state.Line.ToMove()]}),
	}
}

// refereed takes what is said of the bot's sowing. It is kept before the sowing is
// shown.
func (s *server) refereed(r *request) error {
	return s.ofOwner(r, func(g *school.Game) error {
		version, ok := whole(r.form("version"))
		if !ok {
			return s.showWith(r, g, school.Fail(school.Invalid, "error.bad"))
		}
		state, err := g.Replay()
		if err != nil {
			return err
		}
		open, err := s.asking(r, g, &state)
		if err != nil {
			return err
		}
		if open.claim == nil || version != g.Version() {
			return s.showWith(r, g, school.Fail(school.Stale, "error.stale"))
		}
		attempt, ok := open.claim.Attempted(r.form("answer"))
		if !ok {
			return s.showWith(r, g, school.Fail(school.Invalid, "practice.bad"))
		}
		attempt.Origin = originOf(g, version)
		if err := s.keepIn(r, g, &attempt); err != nil {
			return err
		}
		if !r.hx() {
			return s.toGame(r)
		}
		v, err := s.view(r, g)
		if err != nil {
			return err
		}
		v.since(version - 1)
		return r.answer(http.StatusOK, v.page)
	})
}

// keepIn keeps an answer given in a game, as the next one on its skill; an answer
// that is there already stays as it is.
func (s *server) keepIn(r *request, g *school.Game, a *lesson.Attempt) (err error) {
	a.At = r.Now
	if g.Aids == school.RequestAids && numerals(g.Aids, r.Look) {
		a.Help = "numbers"
	}
	a.Millis = thought(r)
	for range 5 { // somebody may answer in another window, and take the number
		var history []lesson.Attempt
		if history, err = s.Store.Attempts(r.Request().Context(), g.Owner); err != nil {
			return err
		}
		if answered(history, a.Origin) >= 0 {
			return nil
		}
		a.N = count(history, a.Skill) + 1
		err = s.Store.AddAttempts(r.Request().Context(), g.Owner, a)
		if err == nil {
			owner, _ := school.PupilOf(g.Owner)
			return s.reach(r, r.player(owner), append(history, *a))
		}
		if school.CodeOf(err) != school.Stale {
			return err
		}
	}
	return err
}

// thought is how many milliseconds a form was open, 0 where that is not known.
func thought(r *request) int {
	since, err := strconv.ParseInt(r.form("since"), 10, 64)
	if err != nil || since > r.Now || r.Now-since > longestThought {
		return 0
	}
	return int(r.Now - since)
}

// foreseen are the sentences for a right prediction, by how far the seeds went.
var foreseen = [...]string{"predict.right.near", "predict.right.past", "predict.right.round", "predict.right.lap"}

// answerText says what came of the answer that was given about the last move.
func (v *view) answerText(a *asking) (string, error) {
	if a.told < 0 {
		return "", nil
	}
	l, attempt := v.r.L, &a.history[a.told]
	e, err := lesson.Recall(attempt)
	if err != nil {
		return "", err
	}
	if e.Kind == lesson.Referee {
		return templates.RefereeText(l, &e, attempt.Answer, v.ear.Names[kalah.Guest]), nil
	}
	var step *tutor.Step
	for i := range v.state.Steps {
		if originOf(v.g, v.state.Steps[i].Version-1) == attempt.Origin {
			step = &v.state.Steps[i]
		}
	}
	if step == nil || step.Sowing.House != e.House {
		return "", nil // the move that was asked about was not made
	}
	move := v.tell(step).Move
	switch {
	case attempt.Right:
		return l.T(foreseen[e.Level-1]), nil
	case attempt.Answer == tutor.DontKnow:
		return move, nil
	}
	text := l.T("predict.wrong") + " " + move
	mind := mindOf(tutor.LandingFamily, a.history[:a.told+1])
	if likely := mind.Candidates(*e.Case, attempt.Answer); len(likely) > 0 && likely[0] != tutor.NoSlip {
		text += " " + tutor.SaySlip(l, likely[0], v.g.Rules, &step.Sowing)
	}
	return text, nil
}
