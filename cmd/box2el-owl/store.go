package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// stateFolder makes sure of a folder in $BOX2EL_HOME, or else in the place where programs of the user keep their state.
func stateFolder(name string) (string, error) {
	home := os.Getenv("BOX2EL_HOME")
	if home == "" {
		state, err := userStateFolder()
		if err != nil {
			return "", fmt.Errorf("no place for %s: %w; set BOX2EL_HOME, or name a file with -o", name, err)
		}
		home = filepath.Join(state, "box2el-owl")
	}
	folder := filepath.Join(home, name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("no place for %s: %w", name, err)
	}
	return folder, nil
}

func userStateFolder() (string, error) {
	switch runtime.GOOS {
	case "darwin":
		return os.UserConfigDir() // ~/Library/Application Support
	case "windows":
		return os.UserCacheDir() // %LOCALAPPDATA%
	}
	if state := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return state, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state"), err
}

// isDevice reports whether a path is a device or a pipe, which has no place beside it.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}
