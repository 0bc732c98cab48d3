package api

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"box2el-owl/db"
	"box2el-owl/jobs"
	"box2el-owl/session"
)

// checkpointOf is where the state of a training lies while it goes on, so that the next server takes it up: among the models.
func (s *Server) checkpointOf(job string) string {
	return filepath.Join(s.models, job+session.CheckpointEnding)
}

// checkpoint has the state of a training kept. When it is cancelled nobody waits for that.
func (s *Server) checkpoint(job db.Job) session.Checkpoint {
	return session.Checkpoint{
		File: s.checkpointOf(job.ID), Every: s.checkpointEvery, Log: s.log.With("job", job.ID),
		Last: func(ended context.Context) bool { return context.Cause(ended) == jobs.ErrStopping },
	}
}

// dropCheckpoint removes what a training that has ended has left.
func (s *Server) dropCheckpoint(job db.Job) {
	if err := os.Remove(s.checkpointOf(job.ID)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.log.Warn("checkpoint not removed", "error", err)
	}
}

// dropStaleCheckpoints removes, before any job runs, what a server that was killed has left: checkpoints of jobs that have ended, and such as were
// being written. Those of jobs that are not in the store may be another server's.
func (s *Server) dropStaleCheckpoints(ctx context.Context) {
	err := session.RemoveCheckpoints(s.models, func(job string, part bool) bool {
		known, err := s.store.Job(ctx, job)
		return err == nil && (part || jobs.Job{Job: known}.Ended())
	})
	if err != nil {
		s.log.Warn("stale checkpoints not removed", "error", err)
	}
}
