//go:build !standard

package main

import "runtime/debug"

// All engines. What was built in says the build itself.
func engines() map[string]engine {
	return map[string]engine{
		"go":           standard(),
		"go-json-gold": {library: built("github.com/piprate/json-gold"), stages: jsonGold()},
		"go-cbor":      {library: built("github.com/fxamacker/cbor/v2"), stages: cborStages()},
	}
}

func built(path string) library {
	found := library{Name: path}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == path {
				found.Version, found.Source = module.Version, module.Sum
			}
		}
	}
	return found
}
