package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"runtime"
	"sort"
	"time"
)

// One case: its input, entered as the library documents it, and loops over bare calls.
type prepared struct {
	stage    stage
	sent     []byte
	argument any
	fresh    bool
	chunk    int
	last     any
	counted  uint32
}

type spent struct{ wall, cpu int64 }

func prepare(s stage, r request) (*prepared, error) {
	if s.run == nil {
		return nil, failure{"unsupported", "no such stage"}
	}
	if s.enter == nil {
		s.enter = func(value any) (any, error) { return value, nil }
	}
	if s.leave == nil {
		s.leave = func(value any) any { return value }
	}
	fresh := r.Fresh || s.consumes || (r.Cold && s.cached)
	p := &prepared{stage: s, sent: append([]byte{}, r.Input...), fresh: fresh, chunk: max(1, r.Chunk)}
	var err error
	p.argument, err = p.enter()
	return p, err
}

// Every argument is made of an input of its own.
func (p *prepared) enter() (any, error) {
	input, err := decode(p.sent)
	if err != nil {
		return nil, err
	}
	return p.stage.enter(input)
}

func (p *prepared) neutral(output any) (any, string, error) {
	neutral := encode(p.stage.leave(output))
	if p.stage.random {
		return neutral, "", nil
	}
	text, err := json.Marshal(neutral)
	sum := sha256.Sum256(text)
	return neutral, hex.EncodeToString(sum[:]), err
}

func (p *prepared) check() (answer, error) {
	begun := start()
	output, err := p.stage.run(p.argument)
	time := begun.stop()
	if err != nil {
		return nil, err
	}
	neutral, digest, err := p.neutral(output)
	return answer{"first": []int64{time.wall, time.cpu}, "output": neutral, "digest": digest}, err
}

func (p *prepared) measure(loops int) (answer, error) {
	p.collections()
	time, err := p.loop(loops)
	if err != nil {
		return nil, err
	}
	counts := []uint32{p.collections()}
	_, digest, err := p.neutral(p.last)
	return answer{"wall": time.wall, "cpu": time.cpu, "collections": counts, "digest": digest}, err
}

// Blocks of calls until the series is steady, as docs/other-runtimes.md says. What the set-up left is
// collected first, as in Python, and not between values.
func (p *prepared) warm(r request) (answer, error) {
	runtime.GC()
	series := []float64{}
	loops, calls, wall, steady := 1, 0, int64(0), false
	for !steady && float64(wall) < r.Budget*1e9 {
		time, err := p.loop(loops)
		if err != nil {
			return nil, err
		}
		calls += loops
		wall += time.wall
		series = append(series, float64(time.cpu)/float64(loops))
		if float64(time.wall) < r.Block*5e8 {
			enough := int(float64(loops) * r.Block * 1e9 / float64(max(1, time.wall)))
			loops = min(loops*8, max(loops+1, enough))
			continue
		}
		if len(series) >= r.Window {
			last := series[len(series)-r.Window:]
			early, late := quantile(last[:r.Window/2], 0.5), quantile(last[r.Window/2:], 0.5)
			apart := quantile(last, 0.75) - quantile(last, 0.25)
			steady = math.Abs(late-early) <= r.Within*early && apart <= r.Spread*quantile(last, 0.5)
		}
	}
	return answer{"calls": calls, "wall": wall, "steady": steady, "series": series}, nil
}

func (p *prepared) loop(loops int) (spent, error) {
	if p.fresh {
		return p.drain(loops)
	}
	run, argument := p.stage.run, p.argument
	var output any
	var err error
	begun := start()
	for i := 0; i < loops && err == nil; i++ {
		output, err = run(argument)
	}
	time := begun.stop()
	p.last = output
	return time, err
}

func (p *prepared) drain(loops int) (spent, error) {
	total, run := spent{}, p.stage.run
	for left := loops; left > 0; left -= p.chunk {
		arguments := make([]any, min(left, p.chunk))
		for i := range arguments {
			var err error
			if arguments[i], err = p.enter(); err != nil {
				return total, err
			}
		}
		var output any
		var err error
		begun := start()
		for _, argument := range arguments {
			if output, err = run(argument); err != nil {
				break
			}
		}
		time := begun.stop()
		if err != nil {
			return total, err
		}
		total = spent{total.wall + time.wall, total.cpu + time.cpu}
		p.last = output
	}
	return total, nil
}

// Runs of the garbage collector since the last question.
func (p *prepared) collections() uint32 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	found := stats.NumGC - p.counted
	p.counted = stats.NumGC
	return found
}

func quantile(values []float64, part float64) float64 {
	sorted := append([]float64{}, values...)
	sort.Float64s(sorted)
	return sorted[int(float64(len(sorted))*part)]
}

// Time as this process measures it: nanoseconds of the monotonic clock and of the CPU, all threads together,
// so that what the garbage collector does beside the call is paid by who causes it.
type clock struct {
	wall time.Time
	cpu  int64
}

func start() clock {
	cpu := processTime()
	return clock{time.Now(), cpu}
}

func (c clock) stop() spent {
	wall := time.Since(c.wall).Nanoseconds()
	return spent{wall, processTime() - c.cpu}
}
