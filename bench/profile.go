package main

import (
	"os"
	"runtime/pprof"
)

// profile is a CPU profile of what is measured.
type profile struct {
	file    string // "" for none
	started *os.File
}

// start starts it where one is wanted and none is under way.
func (p *profile) start() error {
	if p.file == "" || p.started != nil {
		return nil
	}
	file, err := os.Create(p.file)
	if err != nil {
		return err
	}
	p.started = file
	return pprof.StartCPUProfile(file)
}

// stop ends it.
func (p *profile) stop() error {
	if p.started == nil {
		return nil
	}
	pprof.StopCPUProfile()
	return p.started.Close()
}
