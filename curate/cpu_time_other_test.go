//go:build !unix

package curate

import "time"

func cpuTime() time.Duration { return 0 }
