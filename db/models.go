package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"box2el-owl/owl"
)

// Model describes a trained model: its file, data and options.
type Model struct {
	ID       int64
	Ontology string   // as OntologyKey returns it
	Content  owl.Hash // owl.Ontology.Hash of the ontology that it was trained on
	Data     owl.Hash // of the axioms it was trained on, as the data set has it

	Architecture string // box2el, …
	Mode         string // default or paper
	Seed         uint64
	Options      json.RawMessage // such as hyperparameters: a JSON document
	Metrics      json.RawMessage // a JSON document

	// File is the absolute path of the model. The store has it relative to its own directory if the
	// file is below that, so that both can be moved together.
	File    string
	Created time.Time // filled in by SaveModel
}

// OptionsHash identifies how a model is trained: architecture, mode, seed and options. Neither the
// order of members nor white space in the options matter.
func (m Model) OptionsHash() (owl.Hash, error) {
	options, err := canonicalJSON(m.Options)
	if err != nil {
		return owl.Hash{}, fmt.Errorf("%w model: its options: %w", ErrInvalid, err)
	}
	about, err := json.Marshal([]string{m.Architecture, m.Mode, strconv.FormatUint(m.Seed, 10),
		string(options)})
	if err != nil {
		return owl.Hash{}, err
	}
	return sha256.Sum256(about), nil
}

// canonicalJSON sorts the members of objects; nothing is null.
func canonicalJSON(document json.RawMessage) (json.RawMessage, error) {
	if len(document) == 0 {
		return json.RawMessage("null"), nil
	}
	if len(document) > MaxAxiom {
		return nil, fmt.Errorf("%d bytes are more than %d", len(document), MaxAxiom)
	}
	d := json.NewDecoder(bytes.NewReader(document))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("there is something behind the JSON document")
	}
	return json.Marshal(value)
}

// SaveModel records a model, whose file should be complete by then, and returns its row. It
// replaces the model of the same ontology in the same state with the same options.
func (s *Store) SaveModel(ctx context.Context, m Model) (Model, error) {
	hash, err := m.OptionsHash()
	if err != nil {
		return Model{}, err
	}
	if m.Options, err = canonicalJSON(m.Options); err != nil {
		return Model{}, fmt.Errorf("%w model: its options: %w", ErrInvalid, err)
	}
	if m.Metrics, err = canonicalJSON(m.Metrics); err != nil {
		return Model{}, fmt.Errorf("%w model: its metrics: %w", ErrInvalid, err)
	}
	if m.Ontology == "" || m.File == "" {
		return Model{}, fmt.Errorf("%w model: it has no ontology, or no file", ErrInvalid)
	}
	err = checkTexts(field{"ontology", m.Ontology}, field{"architecture", m.Architecture},
		field{"mode", m.Mode}, field{"file", m.File})
	if err != nil {
		return Model{}, err
	}
	file, err := s.storedPath(m.File)
	if err != nil {
		return Model{}, err
	}
	err = s.update(ctx, func(tx *sql.Tx) error {
		var err error
		m, err = s.scanModel(tx.QueryRowContext(ctx, `INSERT INTO models
			(ontology, content_hash, data_hash, architecture, mode, seed, options, options_hash,
				metrics, file, created)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (ontology, content_hash, options_hash) DO UPDATE
				SET data_hash = excluded.data_hash, metrics = excluded.metrics,
			file = excluded.file, created = excluded.created
			RETURNING `+modelColumns,
			m.Ontology, m.Content[:], m.Data[:], m.Architecture, m.Mode,
			strconv.FormatUint(m.Seed, 10), string(m.Options), hash[:],
			string(m.Metrics), file, s.now().UnixMicro()))
		return err
	})
	return m, err
}

// Models lists the models of an ontology, or for "" all: by ontology, the latest first.
func (s *Store) Models(ctx context.Context, ontology string) ([]Model, error) {
	return list(ctx, s, "SELECT "+modelColumns+
		" FROM models WHERE ?1 = '' OR ontology = ?1 ORDER BY ontology, created DESC, id DESC",
		[]any{ontology}, s.scanModel)
}

const modelColumns = `id, ontology, content_hash, data_hash, architecture, mode, seed, options,
	metrics, file, created`

func (s *Store) scanModel(row scanner) (m Model, err error) {
	var content, data []byte
	var seed, options, metrics string
	var created int64
	err = row.Scan(&m.ID, &m.Ontology, &content, &data, &m.Architecture, &m.Mode, &seed, &options,
		&metrics, &m.File, &created)
	if err != nil {
		return Model{}, err
	}
	copy(m.Content[:], content)
	copy(m.Data[:], data)
	if m.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
		return Model{}, fmt.Errorf("%w: the seed of model %d: %w", ErrDamaged, m.ID, err)
	}
	m.Options, m.Metrics, m.Created = json.RawMessage(options), json.RawMessage(metrics),
		time.UnixMicro(created).UTC()
	m.File = s.absolutePath(m.File)
	return m, nil
}

// storedPath returns a path for the store: with slashes, and relative to the directory of the store
// if it is below that.
func (s *Store) storedPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	relative, err := filepath.Rel(filepath.Dir(s.path), path)
	if err != nil || relative == ".." ||
		strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(path), nil
	}
	return filepath.ToSlash(relative), nil
}

func (s *Store) absolutePath(stored string) string {
	path := filepath.FromSlash(stored)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(s.path), path)
}
