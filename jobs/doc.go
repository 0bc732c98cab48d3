// Package jobs is a queue of work that takes too long for an answer to wait for: classification,
// training and the like.
//
// A job goes from queued to running to done, failed or cancelled. Of each kind so many run beside
// each other as Kind.AtOnce says, in the order in which they came; kinds do not wait for each
// other. Jobs are those of one process: the next one does not know them, and a client starts them
// again.
//
// What happens to a job is an event with an id: a change of its state, progress, or whatever the
// work notes, such as points of a loss curve. Followers read one common log at their own pace, each
// from where it is. The work never waits for them: a slow follower misses progress, of which only
// the latest is kept, and nothing else. Of the jobs that have ended, the last ones are kept with
// their events.
package jobs
