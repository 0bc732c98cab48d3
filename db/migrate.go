package db

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migration is one step of the schema. Its file is named NNNN_name.sql and ends by setting
// user_version to NNNN, in the same transaction, which is how a store's version is known from
// outside goose.
type migration struct {
	version int64
	files   fs.FS // the directory of the file
}

// migrations lists the steps in their order.
func migrations() []migration {
	folder, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		panic("db: " + err.Error()) // never: the folder is embedded
	}
	steps, err := migrationsIn(folder)
	if err != nil {
		panic("db: " + err.Error()) // never: a test reads the names
	}
	return steps
}

func migrationsIn(folder fs.FS) ([]migration, error) {
	names, err := fs.Glob(folder, "*.sql")
	if err != nil {
		return nil, err
	}
	var steps []migration
	for _, name := range names { // sorted
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: its name does not begin with a number", name)
		}
		steps = append(steps, migration{version, folder})
	}
	return steps, nil
}

// migrate brings a store from its version to that of the last step. A store with content is checked
// before, and copied to PATH.vN.bak. Each step is a transaction: a process that is killed leaves
// the store at one version or the next, and the next process continues. If two processes migrate at
// once, one of them fails in a step that the other has done. It continues if goose's table has the
// step. The version of the store is no evidence of that, because a slower process that repeats step
// 9, which does not fail twice, sets it back.
func migrate(ctx context.Context, write *sql.DB, path string, found content,
	steps []migration) error {
	if found.version > 0 {
		if err := checkTable(ctx, write, ""); err != nil {
			return err
		}
		if err := copyInto(ctx, write, fmt.Sprintf("%s.v%d.bak", path, found.version)); err != nil {
			return fmt.Errorf("before migrating, the store is copied: %w", err)
		}
	}
	if _, err := write.ExecContext(ctx,
		fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return err
	}
	latest := steps[len(steps)-1].version
	provider, err := goose.NewProvider(goose.DialectSQLite3, write, steps[0].files,
		goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	for {
		before, err := userVersion(ctx, write)
		if err != nil {
			return err
		}
		switch {
		case before == latest:
			return nil
		case before > latest:
			return ErrNewerStore
		}
		_, err = provider.UpByOne(ctx)
		if err == nil {
			continue
		}
		if applied, failed := appliedVersion(ctx, write); failed == nil && applied > before {
			err = setVersion(ctx, write, applied)
		}
		if err != nil {
			return fmt.Errorf("migrating from version %d: %w", before, err)
		}
	}
}

// appliedVersion returns the version of the last step that goose has applied.
func appliedVersion(ctx context.Context, db *sql.DB) (version int64, err error) {
	err = db.QueryRowContext(ctx,
		"SELECT max(version_id) FROM goose_db_version WHERE is_applied").Scan(&version)
	return version, err
}

func setVersion(ctx context.Context, db *sql.DB, version int64) error {
	_, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version))
	return err
}
