package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"semeia/internal/school"
)

const pupilColumns = `p.id, p.class_id, p.name, p.twin, p.pictures, p.card, p.gate_mode, p.gate_stage, p.gate_before, p.gate_from,
p.reached, p.let_in, p.tries, p.tried, p.seen, p.epoch, p.created, p.deleted`

func pupilFields(p *school.Pupil, pictures *string) []any {
	return []any{&p.ID, &p.ClassID, &p.Name, &p.Twin, pictures, &p.Card, &p.Gate.Mode, &p.Gate.Stage, &p.Gate.Before, &p.Gate.From,
		&p.Reached, &p.LetIn, &p.Tries, &p.Tried, &p.Seen, &p.Epoch, &p.Created, &p.Deleted}
}

func scanPupil(row interface{ Scan(...any) error }, more ...any) (p school.Pupil, err error) {
	var pictures string
	err = row.Scan(append(pupilFields(&p, &pictures), more...)...)
	p.Pictures = strings.Fields(pictures)
	return p, err
}

// PupilsOf lists the pupils of a class for one of its teachers, in no order.
func (s *Store) PupilsOf(ctx context.Context, teacher, class string) ([]school.Pupil, error) {
	return s.pupils(ctx, `
SELECT `+pupilColumns+` FROM pupils p
WHERE p.class_id = $2 AND p.deleted = 0 AND p.class_id IN (SELECT t.class_id FROM class_teachers t JOIN classes c ON c.id = t.class_id WHERE t.teacher_id = $1 AND c.deleted = 0)`, teacher, class)
}

func (s *Store) pupils(ctx context.Context, query string, args ...any) (list []school.Pupil, err error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		p, err := scanPupil(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, rows.Err()
}

// Pupil reads a pupil of a class for one of its teachers.
func (s *Store) Pupil(ctx context.Context, teacher, class, id string) (school.Pupil, error) {
	p, err := scanPupil(s.db.QueryRowContext(ctx, `
SELECT `+pupilColumns+` FROM pupils p
WHERE p.id = $3 AND p.class_id = $2 AND p.deleted = 0 AND p.class_id IN (SELECT t.class_id FROM class_teachers t JOIN classes c ON c.id = t.class_id WHERE t.teacher_id = $1 AND c.deleted = 0)`, teacher, class, id))
	return p, one(err, "error.nopupil")
}

// PupilNow is the pupil of a session and its class: [school.NotFound] when the
// session has been ended.
func (s *Store) PupilNow(ctx context.Context, id string, epoch int64) (school.Pupil, school.Class, error) {
	var c school.Class
	p, err := scanPupil(s.db.QueryRowContext(ctx, `
SELECT `+pupilColumns+`, `+classColumns+` FROM pupils p JOIN classes c ON c.id = p.class_id
WHERE p.id = $1 AND p.epoch = $2 AND p.deleted = 0 AND c.deleted = 0 AND c.archived = 0`, id, epoch), classFields(&c)...)
	return p, c, one(err, "error.signedout")
}

// AddPupils adds children to a class, with the twin numbers they were promised.
// The error is [school.Stale] when the class has changed so that they no longer
// fit, and nothing is then written.
func (s *Store) AddPupils(ctx context.Context, by school.By, class string, members []school.Member) error {
	err := s.inClass(ctx, by, class, func(tx *sql.Tx) error {
		var have int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM pupils WHERE class_id = $1 AND deleted = 0`, class).Scan(&have); err != nil {
			return err
		}
		if have+len(members) > school.ClassSize {
			return school.Fail(school.Stale, "roster.changed")
		}
		for _, m := range members {
			_, err := tx.ExecContext(ctx, `
INSERT INTO pupils (id, class_id, name, folded, twin, pictures, card, gate_mode, gate_stage, gate_before, gate_from, let_in, tries, tried, seen, epoch, created, deleted)
VALUES ($1, $2, $3, $4, $5, $6, $7, 'class', 1, 1, 0, 0, 0, 0, 0, 1, $8, 0)`,
				m.ID, class, m.Name, school.FoldName(m.Name), m.Twin, strings.Join(school.NewSecret(), " "), school.NewCard(), by.At)
			if err != nil {
				return err
			}
		}
		return note(ctx, tx, by, class, "", school.DidImport, len(members))
	})
	if taken(err) {
		return school.Fail(school.Stale, "roster.changed")
	}
	return err
}

// forPupil runs a change of one pupil of a class that the teacher teaches.
// query has the class as $1 and the pupil as $2.
func (s *Store) forPupil(ctx context.Context, by school.By, class, id, what string, n int, query string, args ...any) error {
	return s.inClass(ctx, by, class, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, query, append([]any{class, id}, args...)...)
		if err := changed(done, err, "error.nopupil"); err != nil {
			return err
		}
		return note(ctx, tx, by, class, id, what, n)
	})
}

// SetPupilGate sets a pupil's own gate, which goes before the class's.
func (s *Store) SetPupilGate(ctx context.Context, by school.By, class, id string, g school.Gate) error {
	return s.forPupil(ctx, by, class, id, school.DidGatePupil, gateNumber(g), `
UPDATE pupils SET gate_mode = $3, gate_stage = $4, gate_before = $5, gate_from = $6 WHERE class_id = $1 AND id = $2 AND deleted = 0`,
		string(g.Mode), g.Stage, g.Before, g.From)
}

// Rename gives a pupil another name. Where another child of the class has it,
// a twin number tells them apart.
func (s *Store) Rename(ctx context.Context, by school.By, class, id, name string) error {
	folded := school.FoldName(name)
	return s.inClass(ctx, by, class, func(tx *sql.Tx) error {
		twin, err := freeTwin(ctx, tx, class, folded, id)
		if err != nil {
			return err
		}
		done, err := tx.ExecContext(ctx, `
UPDATE pupils SET twin = CASE WHEN folded = $4 THEN twin ELSE $5 END, name = $3, folded = $4 WHERE class_id = $1 AND id = $2 AND deleted = 0`,
			class, id, name, folded, twin)
		if err := changed(done, err, "error.nopupil"); err != nil {
			return err
		}
		return note(ctx, tx, by, class, id, school.DidRename, 0)
	})
}

// freeTwin is the number after the last child of that name in the class,
// leaving out one of them.
func freeTwin(ctx context.Context, tx *sql.Tx, class, folded, but string) (n int, err error) {
	err = tx.QueryRowContext(ctx, `
SELECT coalesce(max(twin), 0) + 1 FROM pupils WHERE class_id = $1 AND folded = $2 AND deleted = 0 AND id <> $3`, class, folded, but).Scan(&n)
	return n, err
}

// LetIn admits a pupil by name alone, once, until the given time; wrong tries
// are forgotten.
func (s *Store) LetIn(ctx context.Context, by school.By, class, id string, until int64) error {
	return s.forPupil(ctx, by, class, id, school.DidLetIn, 0,
		`UPDATE pupils SET let_in = $3, tries = 0 WHERE class_id = $1 AND id = $2 AND deleted = 0`, until)
}

// Unlock forgets a pupil's wrong tries.
func (s *Store) Unlock(ctx context.Context, by school.By, class, id string) error {
	return s.forPupil(ctx, by, class, id, school.DidUnlock, 0,
		`UPDATE pupils SET tries = 0 WHERE class_id = $1 AND id = $2 AND deleted = 0`)
}

// NewSecrets gives a pupil other pictures and another card, and ends the
// sessions that began with the old ones.
func (s *Store) NewSecrets(ctx context.Context, by school.By, class, id string) error {
	return s.forPupil(ctx, by, class, id, school.DidSecret, 0, `
UPDATE pupils SET pictures = $3, card = $4, tries = 0, let_in = 0, seen = 0, epoch = epoch + 1 WHERE class_id = $1 AND id = $2 AND deleted = 0`,
		strings.Join(school.NewSecret(), " "), school.NewCard())
}

// MovePupils moves children to another class of the same teacher, with all
// that is theirs. Their sessions go on. It gives how many moved.
func (s *Store) MovePupils(ctx context.Context, by school.By, from, to string, ids []string) (n int, err error) {
	err = s.within(ctx, func(tx *sql.Tx) error {
		first, second := from, to
		if second < first { // the same order everywhere: two moves never wait for each other
			first, second = second, first
		}
		for _, class := range []string{first, second} {
			if err := lockClass(ctx, tx, by.Teacher, class); err != nil {
				return err
			}
		}
		n, err = move(ctx, tx, by, from, to, ids)
		return err
	})
	return n, err
}

func move(ctx context.Context, tx *sql.Tx, by school.By, from, to string, ids []string) (n int, err error) {
	for _, id := range ids {
		var folded string
		err := tx.QueryRowContext(ctx, `SELECT folded FROM pupils WHERE class_id = $1 AND id = $2 AND deleted = 0`, from, id).Scan(&folded)
		if err != nil {
			return n, one(err, "error.nopupil")
		}
		twin, err := freeTwin(ctx, tx, to, folded, id)
		if err != nil {
			return n, err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE pupils SET class_id = $1, twin = $2 WHERE id = $3`, to, twin, id); err != nil {
			return n, err
		}
		n++
	}
	var have int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM pupils WHERE class_id = $1 AND deleted = 0`, to).Scan(&have); err != nil {
		return n, err
	}
	if have > school.ClassSize {
		return n, school.Fail(school.Invalid, "class.full", args("N", school.ClassSize))
	}
	if err := note(ctx, tx, by, from, "", school.DidMoveOut, n); err != nil {
		return n, err
	}
	return n, note(ctx, tx, by, to, "", school.DidMoveIn, n)
}

// MoveUp begins a class's next year: a new class with the old one's teachers
// and settings takes the children named, and the old one is archived.
func (s *Store) MoveUp(ctx context.Context, by school.By, from string, next school.Class, ids []string) (n int, err error) {
	err = s.inClass(ctx, by, from, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `
INSERT INTO classes (id, name, lang, sign_in, code_until, code_minutes, gate_mode, gate_stage, gate_before, gate_from, aids, take_back, hints, created, archived, deleted)
SELECT $2, $3, lang, sign_in, 0, code_minutes, gate_mode, gate_stage, gate_before, gate_from, aids, take_back, hints, $4, 0, 0 FROM classes WHERE id = $1`,
			from, next.ID, next.Name, by.At)
		if taken(err) {
			return school.Fail(school.Stale, "year.done")
		}
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO class_teachers (class_id, teacher_id) SELECT $2, teacher_id FROM class_teachers WHERE class_id = $1`, from, next.ID); err != nil {
			return err
		}
		if err := note(ctx, tx, by, next.ID, "", school.DidMake, 0); err != nil {
			return err
		}
		if n, err = move(ctx, tx, by, from, next.ID, ids); err != nil {
			return err
		}
		return archive(ctx, tx, by, from, by.At, school.DidArchive)
	})
	return n, err
}

// Room gives the class whose code is open, with its pupils, in no order.
func (s *Store) Room(ctx context.Context, code string, now int64) (c school.Class, pupils []school.Pupil, err error) {
	err = s.db.QueryRowContext(ctx, `
SELECT `+classColumns+` FROM classes c WHERE c.code = $1 AND c.code_until > $2 AND c.deleted = 0 AND c.archived = 0`, code, now).Scan(classFields(&c)...)
	if err != nil {
		return c, nil, one(err, "join.nocode")
	}
	pupils, err = s.pupils(ctx, `SELECT `+pupilColumns+` FROM pupils p WHERE p.class_id = $1 AND p.deleted = 0`, c.ID)
	return c, pupils, err
}

// EnterByCode signs a pupil in through the open class code: by the name alone
// where the class says so or a teacher let the child in, else by the pictures.
// The error is [school.NotFound] when the code has closed, [school.Slow] while
// wrong tries are waited for, [school.Invalid] for wrong pictures, which are
// counted.
func (s *Store) EnterByCode(ctx context.Context, code, id string, pictures []string, now int64) (p school.Pupil, err error) {
	var refused error
	err = s.within(ctx, func(tx *sql.Tx) error {
		var entry school.Entry
		p, err = scanPupil(tx.QueryRowContext(ctx, `
UPDATE pupils AS p SET tries = tries
WHERE p.id = $1 AND p.deleted = 0 AND p.class_id = (SELECT id FROM classes WHERE code = $2 AND code_until > $3 AND deleted = 0 AND archived = 0)
RETURNING id, class_id, name, twin, pictures, card, gate_mode, gate_stage, gate_before, gate_from, reached, let_in, tries, tried, seen, epoch, created, deleted,
(SELECT c.sign_in FROM classes c WHERE c.code = $2)`, id, code, now), &entry)
		if err != nil {
			return one(err, "join.nocode")
		}
		switch {
		case p.LetIn > now || entry == school.ByName:
		case entry == school.ByCard:
			refused = school.Fail(school.Invalid, "join.bycard")
			return nil
		default:
			if left := p.Tried + school.Wait(p.Tries, school.PupilWait) - now; left > 0 {
				refused = school.Fail(school.Slow, "join.wait", args("N", int((left+999)/1000)))
				return nil
			}
			if !school.SameSecret(pictures, p.Pictures) {
				refused = school.Fail(school.Invalid, "join.wrong")
				_, err := tx.ExecContext(ctx, `UPDATE pupils SET tries = tries + 1, tried = $2 WHERE id = $1`, id, now)
				return err
			}
		}
		return entered(ctx, tx, id, now)
	})
	if err == nil {
		err = refused
	}
	return p, err
}

func entered(ctx context.Context, tx *sql.Tx, id string, now int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE pupils SET seen = $2, let_in = 0, tries = 0 WHERE id = $1`, id, now)
	return err
}

// Card gives the pupil of a card and the class, which must sign in by cards.
func (s *Store) Card(ctx context.Context, card string) (school.Pupil, school.Class, error) {
	var c school.Class
	p, err := scanPupil(s.db.QueryRowContext(ctx, `
SELECT `+pupilColumns+`, `+classColumns+` FROM pupils p JOIN classes c ON c.id = p.class_id
WHERE p.card = $1 AND p.deleted = 0 AND c.sign_in = 'card' AND c.deleted = 0 AND c.archived = 0`, card), classFields(&c)...)
	return p, c, one(err, "join.nocard")
}

// EnterByCard signs the pupil of a card in.
func (s *Store) EnterByCard(ctx context.Context, card string, now int64) (p school.Pupil, err error) {
	p, _, err = s.Card(ctx, card)
	if err != nil {
		return p, err
	}
	err = s.within(ctx, func(tx *sql.Tx) error { return entered(ctx, tx, p.ID, now) })
	return p, err
}

// Left notes that a pupil has signed out.
func (s *Store) Left(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, `UPDATE pupils SET seen = 0 WHERE id = $1`, id)
	return err
}

// TakeAlong gives a visitor's games to a pupil, with the answers given in them,
// and says how many games.
func (s *Store) TakeAlong(ctx context.Context, visitor, pupil string) (n int, err error) {
	if visitor == "" {
		return 0, errors.New("store: games without an owner")
	}
	owner := school.OwnerOf(pupil)
	answers, err := s.Attempts(ctx, visitor)
	if err != nil {
		return 0, err
	}
	err = s.within(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE games SET owner = $2, pupil_id = $3 WHERE owner = $1 AND pupil_id IS NULL`, visitor, owner, pupil)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `
UPDATE hints SET pupil_id = $1 WHERE pupil_id IS NULL AND game_id IN (SELECT id FROM games WHERE pupil_id = $1)`, pupil); err != nil {
			return err
		}
		for i := range answers {
			a := &answers[i]
			if !strings.HasPrefix(a.Origin, "game:") {
				continue // of practice and lessons nobody was asked whose they are
			}
			// It becomes the next one on its skill.
			if _, err := tx.ExecContext(ctx, `
UPDATE attempts SET owner = $3, pupil_id = $4, n = 1 + (SELECT coalesce(max(n), 0) FROM attempts WHERE owner = $3 AND skill = $2)
WHERE owner = $1 AND skill = $2 AND n = $5 AND pupil_id IS NULL`, visitor, string(a.Skill), owner, pupil, a.N); err != nil {
				return err
			}
		}
		moved, err := done.RowsAffected()
		n = int(moved)
		return err
	})
	return n, err
}
