-- Jobs are those of one process.

-- +goose Up
DROP TABLE job_notes;
DROP TABLE jobs;

PRAGMA user_version = 9;
