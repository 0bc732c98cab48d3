-- Documents as they were given, and which of them an open ontology has.

-- +goose Up
CREATE TABLE documents (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,               -- never used again
    open        TEXT    NOT NULL,                                -- id in open_ontologies
    file        TEXT    NOT NULL CHECK (file <> ''),             -- in the directory of documents: SHA-256 of the bytes, with .gz if they are gzip
    name        TEXT    NOT NULL DEFAULT '',
    format      TEXT    NOT NULL DEFAULT '',                     -- syntax, of rdfio
    base        TEXT    NOT NULL DEFAULT '',
    iri         TEXT    NOT NULL DEFAULT '',
    version_iri TEXT    NOT NULL DEFAULT '',
    size        INTEGER NOT NULL,                                -- bytes as given
    report      TEXT    NOT NULL DEFAULT 'null' CHECK (json_valid(report)), -- what the server wants to know of it without reading it
    at          INTEGER NOT NULL
) STRICT;

CREATE INDEX documents_by_open ON documents (open, number);

ALTER TABLE open_ontologies ADD COLUMN key TEXT NOT NULL DEFAULT '';       -- ontology of its operations; '': not known yet
ALTER TABLE open_ontologies ADD COLUMN copy INTEGER NOT NULL DEFAULT 0;    -- 1: opened to read, beside the one with its key
ALTER TABLE open_ontologies ADD COLUMN current INTEGER NOT NULL DEFAULT 0; -- number of its document; 0: none

CREATE UNIQUE INDEX open_ontologies_by_key ON open_ontologies (key) WHERE key <> '' AND copy = 0;

PRAGMA user_version = 8;
