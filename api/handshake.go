package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"box2el-owl/api/contract"
)

// Handshake is how clients of the same user find the server: a file in the folder of the store.
type Handshake struct {
	PID       int       `json:"pid"`
	Port      int       `json:"port"`
	URL       string    `json:"url"` // without a path
	Token     string    `json:"token"`
	Contract  string    `json:"contract"`
	Version   string    `json:"version"`
	StartedAt time.Time `json:"startedAt"`
}

const (
	handshakeFile = "server.json"
	lockFile      = "server.lock"
)

var (
	// ErrRunning: another server has the store.
	ErrRunning = errors.New("a server is running on this store already")
	// ErrNotRunning: there is no server.
	ErrNotRunning = errors.New("no server is running")
)

// serverLock keeps the folder of a store to one server: a lock, which the system ends with the process,
// however that ends.
type serverLock struct {
	dir  string
	lock *os.File
}

// lockDir returns the claim on a folder. Where another server has it, the error is ErrRunning
// and names that one.
func lockDir(folder string) (*serverLock, error) {
	lock, err := os.OpenFile(filepath.Join(folder, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockExclusively(lock); err != nil {
		lock.Close()
		if !errors.Is(err, errLockHeld) {
			return nil, fmt.Errorf("%s: %w", lock.Name(), err)
		}
		if first, err := readHandshake(folder); err == nil {
			return nil, fmt.Errorf("%w: process %d, at %s; end it, or name another store",
				ErrRunning, first.PID, first.URL)
		}
		return nil, fmt.Errorf("%w, or just starting or ending: %s is locked", ErrRunning,
			lock.Name())
	}
	return &serverLock{folder, lock}, nil
}

// announce writes the handshake file, for the user's eyes only, in one piece: whoever reads it sees
// all of it or the one before.
func (c *serverLock) announce(h Handshake) error {
	text, err := json.MarshalIndent(h, "", "  ")
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(c.dir, "."+handshakeFile+".*.part") // mode 0600
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(file.Name(), filepath.Join(c.dir, handshakeFile))
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// release removes the handshake file, and ends the claim.
func (c *serverLock) release() error {
	err := os.Remove(filepath.Join(c.dir, handshakeFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, c.lock.Close())
}

func readHandshake(folder string) (h Handshake, err error) {
	text, err := os.ReadFile(filepath.Join(folder, handshakeFile))
	if err == nil {
		err = json.Unmarshal(text, &h)
	}
	return h, err
}

// Find returns the server that has the store in a folder. A file that a killed server has left
// behind is known by its process or by its port, and is ErrNotRunning too.
func Find(ctx context.Context, folder string) (Handshake, error) {
	h, err := readHandshake(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return h, ErrNotRunning
	case err != nil:
		return h, fmt.Errorf("%s: %w", filepath.Join(folder, handshakeFile), err)
	case !processLives(h.PID):
		return h, fmt.Errorf("%w: the last one, process %d, has been killed", ErrNotRunning, h.PID)
	}
	var health contract.Health
	if err := h.ask(ctx, http.MethodGet, "/health", &health); err != nil || health.Contract == "" {
		return h, fmt.Errorf("%w: nothing of ours answers at %s", ErrNotRunning, h.URL)
	}
	return h, nil
}

// Ticket asks the server for the address with which a browser signs in, once, within a minute.
func (h Handshake) Ticket(ctx context.Context) (url string, err error) {
	var t contract.Ticket
	err = h.ask(ctx, http.MethodPost, "/tickets", &t)
	return t.Url, err
}

func (h Handshake) ask(ctx context.Context, method, path string, answer any) error {
	ctx, end := context.WithTimeout(ctx, 5*time.Second)
	defer end()
	r, err := http.NewRequestWithContext(ctx, method, h.URL+basePath+path, strings.NewReader(""))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+h.Token)
	// no proxy: the token is for this machine
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	got, err := client.Do(r)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	if got.StatusCode/100 != 2 {
		return fmt.Errorf("%s answers: %s", h.URL, got.Status)
	}
	return json.NewDecoder(io.LimitReader(got.Body, mB)).Decode(answer)
}
