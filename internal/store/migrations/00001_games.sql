-- +goose Up
CREATE TABLE games (
    id         TEXT    NOT NULL PRIMARY KEY,
    owner      TEXT    NOT NULL,
    rules      TEXT    NOT NULL,
    first_side TEXT    NOT NULL CHECK (first_side IN ('south', 'north')),
    throws     TEXT    NOT NULL,
    against    TEXT    NOT NULL CHECK (against IN ('neighbour', 'bot')),
    counts     BOOLEAN NOT NULL,
    aids       TEXT    NOT NULL CHECK (aids IN ('full', 'request', 'none')),
    compared   BOOLEAN NOT NULL,
    rematch_of TEXT    UNIQUE REFERENCES games (id) ON DELETE SET NULL,
    opened     BIGINT  NOT NULL,
    changed    BIGINT  NOT NULL,
    version    BIGINT  NOT NULL,
    outcome    TEXT    NOT NULL CHECK (outcome IN ('open', 'won', 'lost', 'drawn', 'gave-up', 'opponent-gave-up'))
);

CREATE INDEX games_owner ON games (owner, changed);

CREATE TABLE moves (
    game_id TEXT   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version BIGINT NOT NULL CHECK (version > 0),
    kind    TEXT   NOT NULL CHECK (kind IN ('move', 'swap', 'back', 'give-up')),
    arg     BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (game_id, version)
);

-- +goose Down
DROP TABLE moves;
DROP TABLE games;
