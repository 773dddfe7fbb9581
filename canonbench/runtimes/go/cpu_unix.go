//go:build unix

package main

import "syscall"

// CPU time of this process in nanoseconds, all threads together.
func processTime() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}
