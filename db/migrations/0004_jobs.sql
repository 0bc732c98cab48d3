-- Work that a server does for its clients, and tickets by which a browser comes in.

-- +goose Up
CREATE TABLE jobs (
    id       TEXT    PRIMARY KEY CHECK (id <> ''),
    kind     TEXT    NOT NULL,
    ontology TEXT    NOT NULL DEFAULT '',
    state    TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    stage    TEXT    NOT NULL DEFAULT '',
    progress REAL    NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
    error    TEXT    NOT NULL DEFAULT '',
    payload  TEXT    NOT NULL DEFAULT 'null' CHECK (json_valid(payload)),
    result   TEXT    NOT NULL DEFAULT 'null' CHECK (json_valid(result)),
    created  INTEGER NOT NULL,
    started  INTEGER,
    finished INTEGER
) STRICT;

CREATE INDEX jobs_by_time ON jobs (created, id);

CREATE TABLE tickets (
    token_hash BLOB    PRIMARY KEY CHECK (length(token_hash) = 32), -- the token itself is never kept
    expires    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 4;
