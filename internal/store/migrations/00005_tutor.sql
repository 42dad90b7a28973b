-- +goose Up
-- Which of the four plays against a child; '' where two people play.
ALTER TABLE games ADD COLUMN bot TEXT NOT NULL DEFAULT '';
UPDATE games SET bot = 'easy' WHERE against = 'bot';

-- The position a game began from; '' is the rule set's start. Such a game
-- came from somewhere: 'daily:<day>' or 'again:<game>/<number of moves>'.
ALTER TABLE games ADD COLUMN board TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN origin TEXT NOT NULL DEFAULT '';

CREATE INDEX games_origin ON games (origin, owner);

-- A move that the perfect player made without having seen to the end.
ALTER TABLE moves ADD COLUMN unsure BOOLEAN NOT NULL DEFAULT FALSE;

-- Which moves were made with help, how many of its three steps were asked for,
-- and by whom: of two at one computer either may ask.
CREATE TABLE hints (
    game_id  TEXT   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version  BIGINT NOT NULL,
    pupil_id TEXT   REFERENCES pupils (id) ON DELETE CASCADE,
    steps    BIGINT NOT NULL CHECK (steps BETWEEN 1 AND 3),
    at       BIGINT NOT NULL,
    PRIMARY KEY (game_id, version)
);

CREATE INDEX hints_pupil ON hints (pupil_id, at);

-- What perfect play makes of each decision of a finished game: version is that
-- of the event that decided. It is worked out once.
CREATE TABLE reviews (
    game_id TEXT   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    margins TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (game_id, version)
);

-- +goose Down
DROP TABLE reviews;
DROP TABLE hints;
ALTER TABLE moves DROP COLUMN unsure;
DROP INDEX games_origin;
ALTER TABLE games DROP COLUMN origin;
ALTER TABLE games DROP COLUMN board;
ALTER TABLE games DROP COLUMN bot;
