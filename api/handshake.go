package api

import (
	"context"
	"crypto/tls"
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
	"box2el-owl/internal/outfile"
)

// Handshake is the content of server.json, by which clients of the same user find the server. The
// file is in the directory of the store.
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
	// ErrRunning is returned if another server uses the store.
	ErrRunning = errors.New("another box2el-owl server uses this store")
	// ErrNotRunning is returned if no server uses the store.
	ErrNotRunning = errors.New("no server is running")
)

// serverLock restricts the directory of a store to one server by a locked file. The system releases
// the lock when the process ends.
type serverLock struct {
	dir  string
	lock *os.File
}

// lockDir locks a directory. The error is ErrRunning, with the address of the other server, if it
// is locked.
func lockDir(dir string) (*serverLock, error) {
	lock, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockExclusively(lock); err != nil {
		lock.Close()
		if !errors.Is(err, errLockHeld) {
			return nil, fmt.Errorf("%s: %w", lock.Name(), err)
		}
		if first, err := readHandshake(dir); err == nil {
			return nil, fmt.Errorf("%w: process %d at %s; stop it or use another store",
				ErrRunning, first.PID, first.URL)
		}
		return nil, fmt.Errorf("%w (starting or stopping): %s is locked", ErrRunning,
			lock.Name())
	}
	return &serverLock{dir, lock}, nil
}

// announce writes the handshake file with mode 0600. Readers see the one of a killed server or the
// new one.
func (l *serverLock) announce(h Handshake) error {
	text, err := json.MarshalIndent(h, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(l.dir, handshakeFile)
	if err := os.Chmod(path, 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // a replaced file keeps its mode
	}
	return outfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// release removes the handshake file and unlocks the directory.
func (l *serverLock) release() error {
	err := os.Remove(filepath.Join(l.dir, handshakeFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, l.lock.Close())
}

func readHandshake(dir string) (h Handshake, err error) {
	text, err := os.ReadFile(filepath.Join(dir, handshakeFile))
	if err == nil {
		err = json.Unmarshal(text, &h)
	}
	return h, err
}

// Find returns the server that uses the store in a directory. The error is ErrNotRunning if there
// is none, also if the file is that of a killed server, whose process or port does not respond.
func Find(ctx context.Context, dir string) (Handshake, error) {
	h, err := readHandshake(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return h, ErrNotRunning
	case err != nil:
		return h, fmt.Errorf("%s: %w", filepath.Join(dir, handshakeFile), err)
	case !processLives(h.PID):
		return h, fmt.Errorf("%w: process %d of the last one was killed", ErrNotRunning, h.PID)
	}
	var health contract.Health
	err = h.request(ctx, http.MethodGet, "/health", &health)
	if err != nil || health.Contract == "" {
		return h, fmt.Errorf("%w (stale %s: %s does not respond)", ErrNotRunning,
			handshakeFile, h.URL)
	}
	return h, nil
}

// Ticket requests an address that signs in a browser once, within a minute.
func (h Handshake) Ticket(ctx context.Context) (url string, err error) {
	var t contract.Ticket
	err = h.request(ctx, http.MethodPost, "/tickets", &t)
	return t.Url, err
}

// request sends a request without body and decodes the JSON response.
func (h Handshake) request(ctx context.Context, method, path string, response any) error {
	ctx, end := context.WithTimeout(ctx, 5*time.Second)
	defer end()
	r, err := http.NewRequestWithContext(ctx, method, h.URL+basePath+path, strings.NewReader(""))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+h.Token)
	// without proxy, because the token must not leave this machine
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		// The certificate has the name of the host, not the address on this machine.
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}}
	got, err := client.Do(r)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	if got.StatusCode/100 != 2 {
		answer := got.Status
		var p contract.Problem
		err := json.NewDecoder(io.LimitReader(got.Body, mB)).Decode(&p)
		if err == nil && p.Detail != nil {
			answer = *p.Detail
		}
		return fmt.Errorf("%s responds: %s", h.URL, answer)
	}
	return json.NewDecoder(io.LimitReader(got.Body, mB)).Decode(response)
}
