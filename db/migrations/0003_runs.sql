-- Runs of suggest, and what each of them has shown.

-- +goose Up
CREATE TABLE runs (
    id          INTEGER PRIMARY KEY,
    ontology_id INTEGER NOT NULL REFERENCES ontologies (id),
    model_id    INTEGER REFERENCES models (id) ON DELETE SET NULL,
    options     TEXT    NOT NULL CHECK (json_valid(options)),
    started     INTEGER NOT NULL,
    finished    INTEGER                                           -- NULL: running, or ended without a result
) STRICT;

CREATE INDEX runs_by_ontology ON runs (ontology_id, started);
CREATE INDEX runs_by_model ON runs (model_id);

CREATE TABLE suggestions (
    run_id      INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,                                 -- in the run, best first, from 1
    axiom_hash  BLOB    NOT NULL CHECK (length(axiom_hash) = 32),
    axiom       TEXT    NOT NULL,
    form        TEXT    NOT NULL,
    subject     TEXT    NOT NULL,
    score       REAL    NOT NULL,
    probability REAL    NOT NULL,
    rank        INTEGER NOT NULL,                                 -- among the candidates of the subject
    verdict     TEXT    NOT NULL,
    why         TEXT    NOT NULL CHECK (json_valid(why)),
    implied_by  TEXT    NOT NULL DEFAULT '',                      -- axiom above that makes this one redundant
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX suggestions_by_axiom ON suggestions (axiom_hash);

PRAGMA user_version = 3;
