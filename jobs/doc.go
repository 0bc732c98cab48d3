// Package jobs is a queue of work that takes too long for an answer to wait for: classification, training and the like.
//
// A job is accepted when Submit returns: it is in the store then, and runs even if the process is killed before it could begin. It goes
// from queued to running to done, failed or cancelled. Of each kind so many run beside each other as Kind.AtOnce says, in the order in which they
// came; kinds do not wait for each other. A job that was running when the process ended is queued again by the next Open, so what runs has to
// be able to begin anew, or to go on from what it has written down itself.
//
// What happens to a job is an event with an id: a change of its state, progress, or whatever the work notes, such as points of a loss
// curve. Followers read one common log at their own pace, each from where it is. The work never waits for them: a slow follower misses
// progress, of which only the latest is kept, and nothing else.
//
// States are kept in a Store, of which db.Store is one: a table with a row for each job. Events are kept in memory, of the jobs that are
// queued or running and of those that ended last. What a job has noted is kept in the store when it has ended, as far back as that has room,
// and its followers are told it again.
package jobs
