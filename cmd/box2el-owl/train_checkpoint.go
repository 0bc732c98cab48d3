package main

import (
	"errors"
	"io/fs"

	"box2el-owl/embed"
)

// resume opens the checkpoint to go on from; nil stands for none. It is to be closed after the training.
func (o *trainOptions) openCheckpoint(streams *streams) (*embed.Checkpoint, error) {
	if !o.resume {
		return nil, nil
	}
	c, err := embed.OpenCheckpoint(o.checkpoint)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if !o.input.quiet {
			streams.say("note: there is no checkpoint %s yet: training starts at the beginning", o.checkpoint)
		}
		return nil, nil
	case err != nil:
		return nil, inputError{err}
	}
	if !o.input.quiet {
		streams.say("going on after step %d", c.Step())
	}
	return c, nil
}

// keepCheckpoints has the state of a training written from time to time, and when it is interrupted.
func (o *trainOptions) keepCheckpoints(streams *streams, options *embed.Options) {
	if o.checkpoint == "" {
		return
	}
	options.CheckpointEvery = o.checkpointEvery
	options.Checkpoint = func(c *embed.Checkpoint) error { return streams.write(o.checkpoint, c.Write) }
}
