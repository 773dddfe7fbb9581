//go:build standard

package main

// The engines that need no module but Go's own.
func engines() map[string]engine { return map[string]engine{"go": standard()} }
