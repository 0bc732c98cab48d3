-- What people did to ontologies, in which nothing ever changes. Decisions of earlier versions become operations on one axiom each, under their keys.

-- +goose Up
CREATE TABLE operations (
    number     INTEGER PRIMARY KEY,                              -- in the order in which this store has learned of them
    id         TEXT    NOT NULL UNIQUE CHECK (id <> ''),         -- ULID, or the key of a decision
    ontology   TEXT    NOT NULL CHECK (ontology <> ''),          -- IRI, or file: IRI of a document without one
    kind       TEXT    NOT NULL CHECK (kind IN ('accept', 'reject', 'defer', 'edit', 'undo', 'replace')),
    document   INTEGER NOT NULL DEFAULT 0,                       -- number of the document that it changes; 0: none
    former     INTEGER NOT NULL DEFAULT 0,                       -- of 'replace': number of the document before
    at         INTEGER NOT NULL,                                 -- microseconds since 1970 in UTC
    who        TEXT    NOT NULL DEFAULT '',
    client     TEXT    NOT NULL DEFAULT '',
    comment    TEXT    NOT NULL DEFAULT '',
    checked_by TEXT    NOT NULL DEFAULT '',                      -- reasoner that found no contradiction
    run        INTEGER NOT NULL DEFAULT 0,                       -- suggestion run that showed the axioms; 0: none
    undoes     TEXT    CHECK ((kind = 'undo') = (undoes IS NOT NULL)), -- id of an operation
    request    TEXT    NOT NULL DEFAULT ''                       -- key and hash of the request, if it has a key
) STRICT;

CREATE INDEX operations_by_ontology ON operations (ontology, number);
CREATE INDEX operations_by_time ON operations (at);
CREATE INDEX operations_by_request ON operations (request) WHERE request <> '';
CREATE INDEX operations_by_document ON operations (document) WHERE document > 0;
CREATE INDEX operations_undone ON operations (undoes) WHERE undoes IS NOT NULL;

CREATE TABLE operation_axioms (
    number      INTEGER PRIMARY KEY,
    operation   INTEGER NOT NULL REFERENCES operations (number),
    key         TEXT    NOT NULL UNIQUE CHECK (key <> ''),       -- id of the operation, with a number behind it if it has several axioms
    ontology    TEXT    NOT NULL,                                -- as in operations, as is "at"
    at          INTEGER NOT NULL,
    axiom_hash  BLOB    NOT NULL CHECK (length(axiom_hash) = 32),
    axiom       TEXT    NOT NULL CHECK (axiom <> ''),            -- functional-style syntax; canonical if decided
    decided     INTEGER NOT NULL CHECK (decided IN (0, 1)),
    edit        TEXT    NOT NULL DEFAULT '' CHECK (edit IN ('', 'added', 'removed')),
    reverts     TEXT,                                            -- of 'undo': key of the row that it reverts
    probability REAL,                                            -- as shown when it was decided
    verdict     TEXT    NOT NULL DEFAULT ''
) STRICT;

INSERT INTO operations (number, id, ontology, kind, at, who, client, comment, undoes)
SELECT id, key, ontology, CASE action WHEN 'revert' THEN 'undo' ELSE action END, at, who, client, comment, reverts
FROM decisions ORDER BY id;

INSERT INTO operation_axioms (number, operation, key, ontology, at, axiom_hash, axiom, decided, reverts, probability, verdict)
SELECT id, id, key, ontology, at, axiom_hash, axiom, 1, reverts, probability, verdict
FROM decisions ORDER BY id;

CREATE INDEX operation_axioms_by_operation ON operation_axioms (operation);
CREATE INDEX operation_axioms_by_axiom ON operation_axioms (ontology, axiom_hash, at, key);
CREATE INDEX operation_axioms_by_time ON operation_axioms (at, key);
CREATE INDEX operation_axioms_reverted ON operation_axioms (reverts) WHERE reverts IS NOT NULL;

DROP VIEW current;
DROP TABLE decisions;

-- One row for each axiom that an operation decides.
CREATE VIEW decisions AS
SELECT a.number AS id, a.key, a.ontology, a.axiom_hash, a.axiom, CASE o.kind WHEN 'undo' THEN 'revert' ELSE o.kind END AS action, a.at,
    a.reverts, o.who, o.comment, o.client, a.probability, a.verdict
FROM operation_axioms AS a JOIN operations AS o ON o.number = a.operation
WHERE a.decided;

-- The current decision on each axiom: the latest that is not undone, unless a later edit contradicts it: removes what was accepted, or
-- adds what was rejected. It depends on the set of operations only, not on the order in which they have come in.
CREATE VIEW current AS
SELECT * FROM decisions AS d
WHERE d.action <> 'revert'
  AND NOT EXISTS (SELECT 1 FROM operation_axioms AS r WHERE r.reverts = d.key)
  AND NOT EXISTS (
    SELECT 1 FROM operation_axioms AS later JOIN operations AS o ON o.number = later.operation
    WHERE later.ontology = d.ontology AND later.axiom_hash = d.axiom_hash AND (later.at, later.key) > (d.at, d.key)
      AND o.kind <> 'undo'
      AND (later.decided OR d.action = 'accept' AND later.edit = 'removed' OR d.action = 'reject' AND later.edit = 'added')
      AND NOT EXISTS (SELECT 1 FROM operation_axioms AS r WHERE r.reverts = later.key));

-- +goose StatementBegin
CREATE TRIGGER operations_stay BEFORE UPDATE ON operations BEGIN
    SELECT RAISE(ABORT, 'operations are never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER operations_remain BEFORE DELETE ON operations BEGIN
    SELECT RAISE(ABORT, 'operations are never deleted');
END;
-- +goose StatementEnd

-- INSERT OR REPLACE deletes without asking the trigger above.
-- +goose StatementBegin
CREATE TRIGGER operations_unique BEFORE INSERT ON operations
WHEN EXISTS (SELECT 1 FROM operations WHERE id = NEW.id OR number = NEW.number) BEGIN
    SELECT RAISE(ABORT, 'operations are never replaced');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER operation_axioms_stay BEFORE UPDATE ON operation_axioms BEGIN
    SELECT RAISE(ABORT, 'operations are never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER operation_axioms_remain BEFORE DELETE ON operation_axioms BEGIN
    SELECT RAISE(ABORT, 'operations are never deleted');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER operation_axioms_unique BEFORE INSERT ON operation_axioms
WHEN EXISTS (SELECT 1 FROM operation_axioms WHERE key = NEW.key OR number = NEW.number) BEGIN
    SELECT RAISE(ABORT, 'operations are never replaced');
END;
-- +goose StatementEnd

PRAGMA user_version = 7;
