-- The annotations of an accepted axiom belong to its edit; the decision is about the axiom without them.

-- +goose Up
ALTER TABLE operation_axioms ADD COLUMN edited TEXT NOT NULL DEFAULT ''; -- the axiom that is added or removed, if it has annotations that axiom lacks

PRAGMA user_version = 11;
