// Package migrations holds the database schema as numbered SQL files, one
// folder per dialect. A file that was released is never edited: what comes
// next is a new file, and there is no way back but a backup.
package migrations
