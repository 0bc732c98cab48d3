//go:build !linux && !darwin

package db

// noRoom reports whether a write has failed because the disk is full. On Windows, SQLite itself
// reports this.
func noRoom(string) bool { return false }
