-- Jobs are those of one process. The empty tables remain: of two processes that migrate at once, the
-- slower one must fail where it repeats a step, and would not if the table of that step were gone.

-- +goose Up
DELETE FROM job_notes;
DELETE FROM jobs;

PRAGMA user_version = 9;
