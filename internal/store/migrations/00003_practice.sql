-- +goose Up
-- Answers are only added. The position stands beside the key that makes it
-- again: what a child saw stays known when the generator changes.
CREATE TABLE attempts (
    owner     TEXT    NOT NULL,
    pupil_id  TEXT    REFERENCES pupils (id) ON DELETE CASCADE,
    skill     TEXT    NOT NULL,
    n         BIGINT  NOT NULL CHECK (n > 0),
    kind      TEXT    NOT NULL,
    rules     TEXT    NOT NULL,
    level     BIGINT  NOT NULL,
    seed      TEXT    NOT NULL,
    generator BIGINT  NOT NULL,
    board     TEXT    NOT NULL,
    mover     TEXT    NOT NULL CHECK (mover IN ('south', 'north')),
    house     BIGINT  NOT NULL,
    answer    TEXT    NOT NULL,
    correct   BOOLEAN NOT NULL,
    slips     TEXT    NOT NULL,
    millis    BIGINT  NOT NULL,
    help      TEXT    NOT NULL,
    mixed     BOOLEAN NOT NULL,
    at        BIGINT  NOT NULL,
    PRIMARY KEY (owner, skill, n)
);

CREATE INDEX attempts_pupil ON attempts (pupil_id, at);

-- +goose Down
DROP TABLE attempts;
