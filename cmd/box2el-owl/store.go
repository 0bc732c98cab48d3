package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"box2el-owl/embed"
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

// name is that of a model in the store: another one for other data, options or seeds.
func (t *trained) name(m *embed.Model) string {
	about, err := json.Marshal([]any{t.DataHash, t.Model, m.Hyper, m.Variant, m.Seed})
	if err != nil {
		panic("train: " + err.Error()) // never: numbers, checked to be finite
	}
	sum := sha256.Sum256(about)
	return fmt.Sprintf("%s-%s-%s-%s.model", fileName(t.Dataset), t.Model, t.Mode, hex.EncodeToString(sum[:4]))
}

// fileName is a name with nothing in it that is special somewhere.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>| `, r) {
			return '_'
		}
		return r
	}, strings.TrimLeft(name, "."))
}
