package db

import "syscall"

// connector opens connections of one kind. The driver is mattn's with cgo, and modernc's without
// cgo or with the build tag modernc. Both write the same files.
type connector struct{ dsn string }

// settings are the settings of every connection that the data source names of the two drivers do
// not support. On macOS, only F_FULLFSYNC writes data to the disk. A schema by another program must
// not call functions. The cache is 16 MB.
const settings = `PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1; PRAGMA trusted_schema = 0;
	PRAGMA recursive_triggers = 1; PRAGMA cache_size = -16000`

// Primary and extended result codes of SQLite (https://sqlite.org/rescode.html).
const (
	codePerm     = 3
	codeBusy     = 5
	codeLocked   = 6
	codeReadOnly = 8
	codeIOErr    = 10
	codeCorrupt  = 11
	codeFull     = 13
	codeCantOpen = 14
	codeProtocol = 15
	codeNotADB   = 26

	codeShortRead = codeIOErr | 2<<8
	codeWrite     = codeIOErr | 3<<8
	codeFsync     = codeIOErr | 4<<8
	codeTruncate  = codeIOErr | 6<<8
	codeShmSize   = codeIOErr | 19<<8
)

// conditions has the condition of each primary result code that has one.
var conditions = map[int]error{
	codeBusy:     ErrLocked,
	codeLocked:   ErrLocked,
	codeProtocol: ErrLocked,
	codeNotADB:   ErrDamaged,
	codeCorrupt:  ErrDamaged,
	codeReadOnly: ErrReadOnly,
	codePerm:     ErrReadOnly,
	codeCantOpen: ErrReadOnly,
	codeFull:     ErrFull,
}

// conditionOf returns the condition of an error of SQLite, or nil.
func conditionOf(err error) error {
	code, errno := resultOf(err)
	primary := code & 0xff
	switch errno {
	case syscall.ENOSPC, syscall.EFBIG, syscall.EDQUOT:
		if primary == codeFull || primary == codeIOErr || primary == codeCantOpen {
			return ErrFull
		}
	case syscall.EROFS:
		return ErrReadOnly
	}
	if code == codeShortRead {
		return ErrDamaged // the file ends in the middle of a page
	}
	return conditions[primary]
}

// conditionAt is like conditionOf for a file. A driver that does not return the error of the system
// call reports a full disk as a failed write; then the free space is checked.
func conditionAt(path string, err error) error {
	switch code, errno := resultOf(err); {
	case errno != 0:
	case code == codeWrite, code == codeFsync, code == codeTruncate, code == codeShmSize:
		if noRoom(path) {
			return ErrFull
		}
	}
	return conditionOf(err)
}
