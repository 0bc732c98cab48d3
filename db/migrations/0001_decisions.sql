-- What was decided about axioms: the audit, in which nothing ever changes.

-- +goose Up
CREATE TABLE decisions (
    id          INTEGER PRIMARY KEY,                             -- in the order in which this store has learned of them
    key         TEXT    NOT NULL UNIQUE CHECK (key <> ''),       -- chosen by who decides: deciding twice by one key decides once
    ontology    TEXT    NOT NULL CHECK (ontology <> ''),         -- IRI, or file: IRI of a document without one
    axiom_hash  BLOB    NOT NULL CHECK (length(axiom_hash) = 32),
    axiom       TEXT    NOT NULL CHECK (axiom <> ''),            -- canonical functional-style syntax
    action      TEXT    NOT NULL CHECK (action IN ('accept', 'reject', 'defer', 'revert')),
    at          INTEGER NOT NULL,                                -- microseconds since 1970 in UTC
    reverts     TEXT    CHECK ((action = 'revert') = (reverts IS NOT NULL)), -- key of the decision that counts no longer
    who         TEXT    NOT NULL DEFAULT '',
    comment     TEXT    NOT NULL DEFAULT '',
    client      TEXT    NOT NULL DEFAULT '',
    probability REAL,                                            -- as shown when it was decided
    verdict     TEXT    NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX decisions_by_axiom ON decisions (ontology, axiom_hash, at, key);
CREATE INDEX decisions_by_time ON decisions (at, key);
CREATE INDEX decisions_reverted ON decisions (reverts) WHERE reverts IS NOT NULL;

-- +goose StatementBegin
CREATE TRIGGER decisions_stay BEFORE UPDATE ON decisions BEGIN
    SELECT RAISE(ABORT, 'decisions are never changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER decisions_remain BEFORE DELETE ON decisions BEGIN
    SELECT RAISE(ABORT, 'decisions are never deleted');
END;
-- +goose StatementEnd

-- INSERT OR REPLACE deletes without asking the trigger above.
-- +goose StatementBegin
CREATE TRIGGER decisions_unique BEFORE INSERT ON decisions
WHEN EXISTS (SELECT 1 FROM decisions WHERE key = NEW.key OR id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'decisions are never replaced');
END;
-- +goose StatementEnd

-- The decision that counts for each axiom: the latest that is no revert and has not been reverted. It depends on the set of
-- decisions only, not on the order in which they have come in.
CREATE VIEW current AS
SELECT * FROM decisions AS d
WHERE d.action <> 'revert'
  AND NOT EXISTS (SELECT 1 FROM decisions AS r WHERE r.reverts = d.key)
  AND NOT EXISTS (
    SELECT 1 FROM decisions AS later
    WHERE later.ontology = d.ontology AND later.axiom_hash = d.axiom_hash AND (later.at, later.key) > (d.at, d.key)
      AND later.action <> 'revert' AND NOT EXISTS (SELECT 1 FROM decisions AS r WHERE r.reverts = later.key));

PRAGMA user_version = 1;
