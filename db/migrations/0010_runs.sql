-- Suggestion runs by ontology IRI, whichever program made them; operations refer to a run and the rank of the suggestion.
-- Runs of earlier versions are not kept: they have neither tier nor evidence, and a run is made again in seconds.
-- An undo can be undone, and the operations of a change of relation belong together.

-- +goose Up
ALTER TABLE runs RENAME COLUMN ontology_id TO ontology; -- fails in a second process that repeats this step
DROP TABLE suggestions;
DROP TABLE runs;

CREATE TABLE runs (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,                 -- never used again
    ontology  TEXT    NOT NULL CHECK (ontology <> ''),           -- as in operations
    document  INTEGER NOT NULL DEFAULT 0,                        -- number of the document of a server; 0: another one
    operation TEXT    NOT NULL DEFAULT '',                       -- id of the last operation on the ontology; '': none
    revision  INTEGER NOT NULL DEFAULT 0,                        -- of the ontology of a server; 0: a file of the command
    model     TEXT    NOT NULL DEFAULT '',                       -- name of the model; '': none
    stale     INTEGER NOT NULL DEFAULT 0,                        -- 1: the model was trained on another state
    options   TEXT    NOT NULL CHECK (json_valid(options)),
    client    TEXT    NOT NULL DEFAULT '',                       -- program
    searched  TEXT    NOT NULL DEFAULT 'null' CHECK (json_valid(searched)), -- evidence: what a run without suggestions searched
    at        INTEGER NOT NULL                                   -- microseconds since 1970 in UTC
) STRICT;

CREATE INDEX runs_by_ontology ON runs (ontology, id);

CREATE TABLE suggestions (
    run         INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    rank        INTEGER NOT NULL,                                -- in the run, best first, from 1
    axiom       TEXT    NOT NULL,                                -- functional-style syntax
    subject     TEXT    NOT NULL,
    form        TEXT    NOT NULL,
    tier        TEXT    NOT NULL,
    score       REAL    NOT NULL,
    probability REAL    NOT NULL,
    verdict     TEXT    NOT NULL,
    evidence    TEXT    NOT NULL CHECK (json_valid(evidence)),
    more        TEXT    NOT NULL CHECK (json_valid(more)),       -- the other fields of a suggestion
    PRIMARY KEY (run, rank)
) STRICT, WITHOUT ROWID;

-- The axioms of a suggestion: one, or those of its group.
CREATE TABLE suggestion_axioms (
    axiom_hash BLOB    NOT NULL CHECK (length(axiom_hash) = 32),
    run        INTEGER NOT NULL,
    rank       INTEGER NOT NULL,
    PRIMARY KEY (axiom_hash, run, rank),
    FOREIGN KEY (run, rank) REFERENCES suggestions (run, rank) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX suggestion_axioms_by_run ON suggestion_axioms (run, rank);

ALTER TABLE operations RENAME COLUMN former TO previous;                  -- number of the document before
ALTER TABLE operations ADD COLUMN part_of TEXT NOT NULL DEFAULT '';       -- id of the operation that begins the change it is part of
ALTER TABLE operation_axioms ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;  -- in the run of the operation; 0: not shown

CREATE INDEX operations_by_part ON operations (part_of) WHERE part_of <> '';

-- The keys of the rows that are undone. A row of an undo can be reverted in its turn; a row that does that is never reverted: undoing it reverts the
-- first row again.
CREATE VIEW undone AS
SELECT r.reverts AS key FROM operation_axioms AS r
WHERE r.reverts IS NOT NULL AND NOT EXISTS (SELECT 1 FROM operation_axioms AS again WHERE again.reverts = r.key);

-- As before, with undone rows as above.
DROP VIEW current;
CREATE VIEW current AS
SELECT * FROM decisions AS d
WHERE d.action <> 'revert'
  AND NOT EXISTS (SELECT 1 FROM undone AS u WHERE u.key = d.key)
  AND NOT EXISTS (
    SELECT 1 FROM operation_axioms AS later JOIN operations AS o ON o.number = later.operation
    WHERE later.ontology = d.ontology AND later.axiom_hash = d.axiom_hash AND (later.at, later.key) > (d.at, d.key)
      AND o.kind <> 'undo'
      AND (later.decided OR d.action = 'accept' AND later.edit = 'removed' OR d.action = 'reject' AND later.edit = 'added')
      AND NOT EXISTS (SELECT 1 FROM undone AS u WHERE u.key = later.key));

PRAGMA user_version = 10;
