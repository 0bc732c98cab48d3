// Command versus runs several commands in turn and compares what they cost as whole processes:
// wall time, CPU time (user and system, all threads), and peak resident memory.
//
//	versus -n 5 'ours: bin/box2el-owl classify big.ttl -o /dev/null' 'ELK: java -jar elk-peer.jar classify big.ttl'
//
// The commands take turns (A B A B …), so that a machine whose speed drifts treats them alike. The
// first named command is measured against each other one: ratios below 1 mean that it costs less.
// Each line gives the median; with fewer than three runs, the least.
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

// contender is one command and what its runs cost.
type contender struct {
	name    string
	command []string
	runs    []cost
}

// cost is what one run of a process took.
type cost struct {
	wall, cpu time.Duration
	peak      int64 // bytes
}

func main() {
	n := flag.Int("n", 3, "runs of each command, after one that is not counted")
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
			return fmt.Errorf("%q is not of the form 'name: command'", arg)
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

// run starts the command, waits for it, and asks the operating system what it cost.
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
		return cost{}, fmt.Errorf("this system does not tell what a process cost")
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

// median takes each figure's own median.
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
