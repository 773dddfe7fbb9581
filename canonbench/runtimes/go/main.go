// A child of canonbench in Go: it answers requests, one JSON object a line, and times the calls itself.
// docs/other-runtimes.md describes the protocol.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
)

const protocol = 1

// A stage is one arrow of the data flow. Enter makes the type that the library documents as its input; cold
// says that an empty context cache belongs to it. Run is the only thing timed. Leave makes the output neutral.
type stage struct {
	enter    func(input any) (any, error)
	run      func(argument any) (any, error)
	leave    func(output any) any
	consumes bool
	cached   bool
	random   bool
}

type library struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Source  string `json:"source"`
}

type engine struct {
	library library
	stages  map[string]stage
}

// A failure says why a call gave nothing; kind is one of the protocol's.
type failure struct{ kind, message string }

func (f failure) Error() string { return f.message }

type request struct {
	Do     string          `json:"do"`
	Stage  string          `json:"stage"`
	Input  json.RawMessage `json:"input"`
	Cold   bool            `json:"cold"`
	Fresh  bool            `json:"fresh"`
	Chunk  int             `json:"chunk"`
	Loops  int             `json:"loops"`
	Block  float64         `json:"block"`
	Window int             `json:"window"`
	Within float64         `json:"within"`
	Spread float64         `json:"spread"`
	Budget float64         `json:"budget"`
}

type answer map[string]any

type server struct {
	engine   engine
	prepared *prepared
}

func (s *server) respond(r request) (answer, error) {
	if s.prepared == nil && (r.Do == "check" || r.Do == "warm" || r.Do == "run") {
		return nil, errors.New("no case is prepared")
	}
	switch r.Do {
	case "hello":
		names := []string{}
		for name := range s.engine.stages {
			names = append(names, name)
		}
		return answer{
			"protocol": protocol, "runtime": "Go", "version": runtime.Version(),
			"details": runtime.GOOS + "/" + runtime.GOARCH, "library": s.engine.library, "stages": names,
		}, nil
	case "prepare":
		var err error
		s.prepared, err = prepare(s.engine.stages[r.Stage], r)
		return answer{"prepared": r.Stage}, err
	case "check":
		return s.prepared.check()
	case "warm":
		return s.prepared.warm(r)
	case "run":
		return s.prepared.measure(r.Loops)
	}
	return nil, fmt.Errorf("no request %q", r.Do)
}

func (s *server) answer(line []byte) (found answer) {
	defer func() {
		crash := recover()
		if known, ok := crash.(failure); ok {
			found = answer{"failed": known.kind, "message": known.message}
		} else if crash != nil {
			found = answer{"failed": "crash", "message": fmt.Sprint(crash)}
		}
	}()
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return answer{"failed": "crash", "message": err.Error()}
	}
	given, err := s.respond(r)
	if err == nil {
		return given
	}
	var known failure
	if errors.As(err, &known) {
		return answer{"failed": known.kind, "message": known.message}
	}
	return answer{"failed": "crash", "message": err.Error()}
}

func main() {
	answers := os.Stdout
	os.Stdout = os.Stderr
	name := "go"
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	chosen, known := engines()[name]
	s := &server{engine: chosen}
	reader := bufio.NewReaderSize(os.Stdin, 1<<16)
	for {
		line, err := reader.ReadBytes('\n')
		if err != nil {
			return
		}
		found := answer{"failed": "unsupported", "message": "this program was built without " + name}
		if known {
			found = s.answer(line)
		}
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(found); err != nil {
			text.Reset()
			fmt.Fprintf(&text, "{\"failed\":\"crash\",\"message\":%q}\n", err.Error())
		}
		if _, err := answers.Write(text.Bytes()); err != nil {
			return
		}
	}
}
