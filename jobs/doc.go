// Package jobs is a queue of work that takes too long for a request: classification, training,
// suggestion runs and reports.
//
// A job goes from queued to running to done, failed or cancelled. Kind.AtOnce jobs of a kind run at
// a time, in the order of submission; kinds do not wait for each other. Jobs are those of one
// process: the next one does not know them, and a client starts them again.
//
// A job has events with ids: changes of its state, progress, and notes of the work, such as points
// of a loss curve. Followers read one common log at their own pace. The work never waits for them:
// a slow follower misses progress, because only the latest is kept, and nothing else. The last jobs
// that ended are kept with their events.
package jobs
