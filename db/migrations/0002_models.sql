-- The ontologies that have been seen, and the models trained on them.

-- +goose Up
CREATE TABLE ontologies (
    id           INTEGER PRIMARY KEY,
    iri          TEXT    NOT NULL CHECK (iri <> ''),              -- as in decisions
    version_iri  TEXT    NOT NULL DEFAULT '',
    content_hash BLOB    NOT NULL CHECK (length(content_hash) = 32),
    path         TEXT    NOT NULL DEFAULT '',                     -- where it lay when it was seen last
    first_seen   INTEGER NOT NULL,                                -- microseconds since 1970 in UTC, here and below
    last_seen    INTEGER NOT NULL,
    UNIQUE (iri, content_hash)
) STRICT;

CREATE TABLE models (
    id           INTEGER PRIMARY KEY,
    ontology     TEXT    NOT NULL CHECK (ontology <> ''),
    content_hash BLOB    NOT NULL CHECK (length(content_hash) = 32), -- of the ontology
    data_hash    BLOB    NOT NULL CHECK (length(data_hash) = 32),    -- of the axioms that it was trained on
    architecture TEXT    NOT NULL,
    mode         TEXT    NOT NULL,
    seed         TEXT    NOT NULL,                                -- decimal; SQLite has no unsigned 64-bit numbers
    options      TEXT    NOT NULL CHECK (json_valid(options)),
    options_hash BLOB    NOT NULL CHECK (length(options_hash) = 32), -- of architecture, mode, seed and options
    metrics      TEXT    NOT NULL CHECK (json_valid(metrics)),
    file         TEXT    NOT NULL CHECK (file <> ''),             -- relative to the store's folder where it lies below it
    created      INTEGER NOT NULL,
    UNIQUE (ontology, content_hash, options_hash)
) STRICT;

PRAGMA user_version = 2;
