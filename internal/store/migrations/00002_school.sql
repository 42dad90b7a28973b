-- +goose Up
CREATE TABLE teachers (
    id       TEXT    NOT NULL PRIMARY KEY,
    name     TEXT    NOT NULL,
    login    TEXT    NOT NULL UNIQUE,
    password TEXT    NOT NULL,
    admin    BOOLEAN NOT NULL,
    epoch    BIGINT  NOT NULL,
    tries    BIGINT  NOT NULL,
    tried    BIGINT  NOT NULL,
    created  BIGINT  NOT NULL
);

-- One row once somebody has claimed the school: a second claim violates the key.
CREATE TABLE claims (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    at  BIGINT NOT NULL
);

CREATE TABLE classes (
    id           TEXT    NOT NULL PRIMARY KEY,
    name         TEXT    NOT NULL,
    lang         TEXT    NOT NULL CHECK (lang IN ('pt', 'en', 'sq')),
    sign_in      TEXT    NOT NULL CHECK (sign_in IN ('name', 'pictures', 'card')),
    code         TEXT    UNIQUE,
    code_until   BIGINT  NOT NULL,
    code_minutes BIGINT  NOT NULL,
    gate_mode    TEXT    NOT NULL CHECK (gate_mode IN ('held', 'open', 'auto')),
    gate_stage   BIGINT  NOT NULL CHECK (gate_stage BETWEEN 1 AND 6),
    gate_before  BIGINT  NOT NULL CHECK (gate_before BETWEEN 1 AND 6),
    gate_from    BIGINT  NOT NULL,
    aids         TEXT    NOT NULL CHECK (aids IN ('full', 'request', 'none')),
    take_back    BOOLEAN NOT NULL,
    hints        BOOLEAN NOT NULL,
    created      BIGINT  NOT NULL,
    archived     BIGINT  NOT NULL,
    deleted      BIGINT  NOT NULL
);

CREATE TABLE class_teachers (
    class_id   TEXT NOT NULL REFERENCES classes (id) ON DELETE CASCADE,
    teacher_id TEXT NOT NULL REFERENCES teachers (id) ON DELETE CASCADE,
    PRIMARY KEY (class_id, teacher_id)
);

CREATE INDEX class_teachers_teacher ON class_teachers (teacher_id);

CREATE TABLE pupils (
    id          TEXT   NOT NULL PRIMARY KEY,
    class_id    TEXT   NOT NULL REFERENCES classes (id) ON DELETE CASCADE,
    name        TEXT   NOT NULL,
    folded      TEXT   NOT NULL,
    twin        BIGINT NOT NULL CHECK (twin > 0),
    pictures    TEXT   NOT NULL,
    card        TEXT   NOT NULL UNIQUE,
    gate_mode   TEXT   NOT NULL CHECK (gate_mode IN ('class', 'held', 'open', 'auto')),
    gate_stage  BIGINT NOT NULL CHECK (gate_stage BETWEEN 1 AND 6),
    gate_before BIGINT NOT NULL CHECK (gate_before BETWEEN 1 AND 6),
    gate_from   BIGINT NOT NULL,
    let_in      BIGINT NOT NULL,
    tries       BIGINT NOT NULL,
    tried       BIGINT NOT NULL,
    seen        BIGINT NOT NULL,
    epoch       BIGINT NOT NULL,
    created     BIGINT NOT NULL,
    deleted     BIGINT NOT NULL
);

CREATE UNIQUE INDEX pupils_name ON pupils (class_id, folded, twin) WHERE deleted = 0;

CREATE TABLE sessions (
    token  TEXT   NOT NULL PRIMARY KEY,
    data   BYTEA  NOT NULL,
    expiry BIGINT NOT NULL
);

CREATE INDEX sessions_expiry ON sessions (expiry);

-- What teachers did. No name stands here: what is deleted leaves none behind.
CREATE TABLE audit (
    id         TEXT   NOT NULL PRIMARY KEY,
    class_id   TEXT   REFERENCES classes (id) ON DELETE CASCADE,
    teacher_id TEXT   REFERENCES teachers (id) ON DELETE SET NULL,
    pupil_id   TEXT   REFERENCES pupils (id) ON DELETE SET NULL,
    at         BIGINT NOT NULL,
    what       TEXT   NOT NULL,
    n          BIGINT NOT NULL
);

CREATE INDEX audit_class ON audit (class_id, at);

CREATE INDEX audit_pupil ON audit (pupil_id);

ALTER TABLE games ADD COLUMN pupil_id TEXT REFERENCES pupils (id) ON DELETE CASCADE;

CREATE INDEX games_pupil ON games (pupil_id);

-- +goose Down
DROP INDEX games_pupil;
ALTER TABLE games DROP COLUMN pupil_id;
DROP TABLE audit;
DROP TABLE sessions;
DROP TABLE pupils;
DROP TABLE class_teachers;
DROP TABLE classes;
DROP TABLE claims;
DROP TABLE teachers;
