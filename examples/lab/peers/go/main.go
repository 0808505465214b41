// The same work by goroutines: built and run by the lab where Go is installed.
//
// Each command prints one figure per line: a name and a value.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

func main() {
	runtime.GOMAXPROCS(1)
	size, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	switch os.Args[1] {
	case "suspend":
		suspend(size)
	case "recursion":
		recursion(size)
	case "parked":
		parked(size)
	case "sleepers":
		sleepers(size)
	default:
		panic("an unknown command: " + os.Args[1])
	}
}

// 56 pairs of goroutines, each passing one message to and fro; each hop 12 calls deep.
func suspend(messages int) {
	const pairs = 56
	var done sync.WaitGroup
	start := cpu()
	for p := 0; p < pairs; p++ {
		there, back := make(chan uint64), make(chan uint64)
		rounds := messages / pairs / 2
		done.Add(2)
		go func() {
			defer done.Done()
			for i := 0; i < rounds; i++ {
				hop(12, func() { there <- uint64(i); <-back })
			}
		}()
		go func() {
			defer done.Done()
			for i := 0; i < rounds; i++ {
				hop(12, func() { back <- <-there })
			}
		}()
	}
	done.Wait()
	fmt.Println("ns", (cpu() - start).Nanoseconds())
	fmt.Println("operations", messages/pairs/2*pairs*2)
}

//go:noinline
func hop(depth int, leaf func()) {
	if depth == 0 {
		leaf()
		return
	}
	hop(depth-1, leaf)
}

func recursion(times int) {
	start := cpu()
	var digest uint64
	for i := 0; i < times; i++ {
		digest += fib(25)
	}
	fmt.Println("ns", (cpu() - start).Nanoseconds())
	fmt.Println("digest", digest)
}

// Whether a call has to wait; never, but the compiler doesn't know.
var waits = len(os.Args) > 9

// The results are mixed as the lab does.
func fib(n uint64) uint64 {
	if waits {
		runtime.Gosched()
	}
	if n < 2 {
		return n
	}
	a, b := fib(n-1), fib(n-2)
	return (a<<1 | a>>63) ^ b*3
}

func parked(calls int) {
	// The list of the goroutines' channels isn't counted: all wait for one.
	gate := make(chan struct{})
	var ready, done sync.WaitGroup
	ready.Add(calls)
	done.Add(calls)
	resident, tables := memory()
	start := cpu()
	for i := 0; i < calls; i++ {
		go func() {
			ready.Done()
			<-gate
			done.Done()
		}()
	}
	ready.Wait()
	for i := 0; i < 10; i++ {
		runtime.Gosched()
	}
	created := cpu() - start
	residentAfter, tablesAfter := memory()
	start = cpu()
	close(gate)
	done.Wait()
	ended := cpu() - start
	per := func(total float64) float64 { return total / float64(calls) }
	fmt.Println("create_ns_per_call", per(float64(created.Nanoseconds())))
	fmt.Println("cancel_ns_per_call", per(float64(ended.Nanoseconds())))
	fmt.Println("resident_bytes_per_call", per(float64(residentAfter-resident)))
	fmt.Println("page_table_bytes_per_call", per(float64(tablesAfter-tables)))
	fmt.Println("calls", calls)
}

func sleepers(tasks int) {
	var done sync.WaitGroup
	done.Add(tasks)
	resident, _ := memory()
	start := time.Now()
	for i := 0; i < tasks; i++ {
		go func() {
			for j := 0; j < 3; j++ {
				time.Sleep(50 * time.Millisecond)
			}
			done.Done()
		}()
	}
	done.Wait()
	wall := time.Since(start)
	fmt.Println("wall_ms", float64(wall.Nanoseconds())/1e6)
	fmt.Println("peak_bytes_per_task", float64(peak()-resident)/float64(tasks))
}

// CPU time of the process.
func cpu() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// Bytes in memory, and of page tables.
func memory() (int, int) { return status("VmRSS:"), status("VmPTE:") }

func peak() int { return status("VmHWM:") }

func status(name string) int {
	text, _ := os.ReadFile("/proc/self/status")
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, name) {
			kib, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(line[len(name):]), " kB"))
			return kib * 1024
		}
	}
	return 0
}
