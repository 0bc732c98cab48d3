//go:build !linux && !darwin

package db

// noRoom reports whether a write has failed because the disk is full. SQLite says so itself where
// the system is Windows.
func noRoom(string) bool { return false }
