-- +goose Up
-- Which steps of which lessons have been done, by whom: only added to.
CREATE TABLE steps (
    owner    TEXT   NOT NULL,
    pupil_id TEXT   REFERENCES pupils (id) ON DELETE CASCADE,
    lesson   TEXT   NOT NULL,
    step     TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (owner, lesson, step)
);

CREATE INDEX steps_pupil ON steps (pupil_id);

-- Where an answer was given: '' in practice, 'lesson:<folder>/<step>' or
-- 'game:<id>/<version>'.
ALTER TABLE attempts ADD COLUMN origin TEXT NOT NULL DEFAULT '';

-- The last stage a pupil has come to by what it can do; it never goes down.
ALTER TABLE pupils ADD COLUMN reached BIGINT NOT NULL DEFAULT 1;

-- The other one of two pupils who play each other at one computer.
ALTER TABLE games ADD COLUMN partner_id TEXT REFERENCES pupils (id) ON DELETE SET NULL;

CREATE INDEX games_partner ON games (partner_id);

-- Which languages there are, the program knows: the column without its CHECK.
ALTER TABLE classes ADD COLUMN speaks TEXT NOT NULL DEFAULT 'pt';
UPDATE classes SET speaks = lang;
ALTER TABLE classes DROP COLUMN lang;
ALTER TABLE classes RENAME COLUMN speaks TO lang;

-- +goose Down
DROP INDEX games_partner;
ALTER TABLE games DROP COLUMN partner_id;
ALTER TABLE pupils DROP COLUMN reached;
ALTER TABLE attempts DROP COLUMN origin;
DROP TABLE steps;
