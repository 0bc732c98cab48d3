//go:build unix

// Command versus runs several commands in turn and compares their cost as processes: wall time, CPU
// time (user and system, all threads), and peak resident memory.
//
//	versus -n 5 'ours: box2el-owl classify big.ttl' 'ELK: java -jar elk.jar classify big.ttl'
//
// The commands alternate (A B A B …), so that drift of the machine's speed affects all equally. The
// first command is compared with each other one; ratios below 1 mean that it costs less. Each line
// is the median of the runs; with fewer than three runs, the minimum.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"sort"
	"strings"
	"syscall"
	"time"
)

// contender is one command with the cost of its runs.
type contender struct {
	name    string
	command []string
	runs    []cost
}

// cost is the cost of one run of a process.
type cost struct {
	wall, cpu time.Duration
	peak      int64 // bytes
}

func main() {
	n := flag.Int("n", 3, "runs of each command, after one warm-up run")
	warmup := flag.Bool("warmup", true, "run each command once before counting")
	flag.Parse()
	if err := compare(flag.Args(), *n, *warmup); err != nil {
		fmt.Fprintln(os.Stderr, "versus:", err)
		os.Exit(1)
	}
}

func compare(args []string, n int, warmup bool) error {
	var contenders []*contender
	for _, arg := range args {
		name, command, found := strings.Cut(arg, ": ")
		if !found {
			return fmt.Errorf("%q: expected 'name: command'", arg)
		}
		contenders = append(contenders, &contender{name: name, command: strings.Fields(command)})
	}
	if len(contenders) == 0 || n < 1 {
		return fmt.Errorf("nothing to run")
	}
	for round := range n + 1 {
		if round == 0 && !warmup {
			continue
		}
		for _, c := range contenders {
			spent, err := run(c.command)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if round > 0 {
				c.runs = append(c.runs, spent)
			}
		}
	}
	print(contenders)
	return nil
}

// run runs the command and returns its cost as reported by the operating system.
func run(command []string) (cost, error) {
	cmd := exec.Command(command[0], command[1:]...)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return cost{}, fmt.Errorf("%w: %s", err, complaint.String())
	}
	wall := time.Since(start)
	state := cmd.ProcessState
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return cost{}, fmt.Errorf("this system does not report the cost of a process")
	}
	return cost{wall: wall, cpu: state.UserTime() + state.SystemTime(), peak: usage.Maxrss * 1024},
		nil
}

func print(contenders []*contender) {
	ours := contenders[0].median()
	fmt.Printf("%-24s %10s %10s %10s   ratios of %s to it: wall, CPU, memory\n", "", "wall s",
		"CPU s", "peak MB", contenders[0].name)
	for i, c := range contenders {
		m := c.median()
		fmt.Printf("%-24s %10.2f %10.2f %10.0f", c.name, m.wall.Seconds(), m.cpu.Seconds(),
			float64(m.peak)/1e6)
		if i > 0 {
			fmt.Printf("   1/%.1f, 1/%.1f, 1/%.1f", float64(m.wall)/float64(ours.wall),
				float64(m.cpu)/float64(ours.cpu), float64(m.peak)/float64(ours.peak))
		}
		fmt.Println()
	}
}

// median returns the median of each figure.
func (c *contender) median() cost {
	pick := func(value func(cost) int64) int64 {
		values := make([]int64, len(c.runs))
		for i, r := range c.runs {
			values[i] = value(r)
		}
		sort.Slice(values, func(i, j int) bool { return values[i] < values[j] })
		return values[(len(values)-1)/2]
	}
	return cost{
		wall: time.Duration(pick(func(r cost) int64 { return int64(r.wall) })),
		cpu:  time.Duration(pick(func(r cost) int64 { return int64(r.cpu) })),
		peak: pick(func(r cost) int64 { return r.peak }),
	}
}
