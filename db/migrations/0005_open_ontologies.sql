-- The ontologies that clients of a server keep open. Their documents are files; what is here says which.

-- +goose Up
CREATE TABLE open_ontologies (
    id       TEXT    PRIMARY KEY CHECK (id <> ''),
    name     TEXT    NOT NULL,                                    -- what people call it
    iri      TEXT    NOT NULL DEFAULT '',                         -- as it was made with; that of the document comes first
    created  INTEGER NOT NULL,
    document TEXT    NOT NULL DEFAULT 'null' CHECK (json_valid(document)) -- which file has the axioms, and how it stood when it was written
) STRICT;

PRAGMA user_version = 5;
