package main

import "github.com/quarrykb/quarry"

// present refuses a data directory that has no database (KindNotFound), and one that
// cannot be read.
func (s *session) present() error {
	if err := s.unreadable(); err != nil || exists(s.database()) {
		return err
	}
	return quarry.Errorf(quarry.KindNotFound, "there is no database in %s: quarry ingest makes one", s.data)
}
