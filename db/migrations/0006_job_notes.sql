-- What a job that has ended had noted on its way, such as the points of a loss curve.

-- +goose Up
CREATE TABLE job_notes (
    number INTEGER PRIMARY KEY,                                   -- in the order in which they were saved
    job    TEXT    NOT NULL UNIQUE REFERENCES jobs (id) ON DELETE CASCADE,
    notes  TEXT    NOT NULL CHECK (json_valid(notes))
) STRICT;

PRAGMA user_version = 6;
