module canonbench/runtimes/go

go 1.24

require (
	github.com/fxamacker/cbor/v2 v2.9.0
	github.com/piprate/json-gold v0.5.0
)
