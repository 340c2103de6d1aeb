// What SQLite's public interface says of a virtual file system, as far as this package
// passes it on. The driver compiles SQLite and shows no header, so the layouts, which
// SQLite promises never to change, are written down here.
#ifndef QUARRY_FAULTS_VFS_H
#define QUARRY_FAULTS_VFS_H

#include <stdint.h>

typedef int64_t sqlite3_int64;
typedef struct sqlite3_vfs sqlite3_vfs;
typedef struct sqlite3_file sqlite3_file;
typedef struct sqlite3_io_methods sqlite3_io_methods;
typedef void (*sqlite3_syscall_ptr)(void);

struct sqlite3_file {
  const sqlite3_io_methods *pMethods;
};

struct sqlite3_io_methods {
  int iVersion;
  int (*xClose)(sqlite3_file *);
  int (*xRead)(sqlite3_file *, void *, int amount, sqlite3_int64 offset);
  int (*xWrite)(sqlite3_file *, const void *, int amount, sqlite3_int64 offset);
  int (*xTruncate)(sqlite3_file *, sqlite3_int64 size);
  int (*xSync)(sqlite3_file *, int flags);
  int (*xFileSize)(sqlite3_file *, sqlite3_int64 *size);
  int (*xLock)(sqlite3_file *, int);
  int (*xUnlock)(sqlite3_file *, int);
  int (*xCheckReservedLock)(sqlite3_file *, int *out);
  int (*xFileControl)(sqlite3_file *, int op, void *arg);
  int (*xSectorSize)(sqlite3_file *);
  int (*xDeviceCharacteristics)(sqlite3_file *);
  int (*xShmMap)(sqlite3_file *, int page, int size, int extend, void volatile **);
  int (*xShmLock)(sqlite3_file *, int offset, int n, int flags);
  void (*xShmBarrier)(sqlite3_file *);
  int (*xShmUnmap)(sqlite3_file *, int remove);
  int (*xFetch)(sqlite3_file *, sqlite3_int64 offset, int amount, void **);
  int (*xUnfetch)(sqlite3_file *, sqlite3_int64 offset, void *);
};

struct sqlite3_vfs {
  int iVersion;
  int szOsFile;
  int mxPathname;
  sqlite3_vfs *pNext;
  const char *zName;
  void *pAppData;
  int (*xOpen)(sqlite3_vfs *, const char *name, sqlite3_file *, int flags, int *out);
  int (*xDelete)(sqlite3_vfs *, const char *name, int sync);
  int (*xAccess)(sqlite3_vfs *, const char *name, int flags, int *out);
  int (*xFullPathname)(sqlite3_vfs *, const char *name, int size, char *out);
  void *(*xDlOpen)(sqlite3_vfs *, const char *name);
  void (*xDlError)(sqlite3_vfs *, int size, char *out);
  void (*(*xDlSym)(sqlite3_vfs *, void *, const char *symbol))(void);
  void (*xDlClose)(sqlite3_vfs *, void *);
  int (*xRandomness)(sqlite3_vfs *, int size, char *out);
  int (*xSleep)(sqlite3_vfs *, int microseconds);
  int (*xCurrentTime)(sqlite3_vfs *, double *);
  int (*xGetLastError)(sqlite3_vfs *, int, char *);
  int (*xCurrentTimeInt64)(sqlite3_vfs *, sqlite3_int64 *);
  int (*xSetSystemCall)(sqlite3_vfs *, const char *name, sqlite3_syscall_ptr);
  sqlite3_syscall_ptr (*xGetSystemCall)(sqlite3_vfs *, const char *name);
  const char *(*xNextSystemCall)(sqlite3_vfs *, const char *name);
};

extern int sqlite3_initialize(void);
extern sqlite3_vfs *sqlite3_vfs_find(const char *name);
extern int sqlite3_vfs_register(sqlite3_vfs *, int makeDefault);

// What SQLite asks for, and what it is told.
enum {
  faults_OK = 0,
  faults_FULL = 13,
  faults_CANTOPEN = 14,
  faults_IOERR_WRITE = 10 | 3 << 8,
  faults_IOERR_FSYNC = 10 | 4 << 8,
  faults_IOERR_DIR_FSYNC = 10 | 5 << 8,
  faults_IOERR_TRUNCATE = 10 | 6 << 8,
  faults_IOERR_DELETE = 10 | 10 << 8,

  faults_OPEN_CREATE = 0x00000004,
  faults_OPEN_DELETEONCLOSE = 0x00000008,
  faults_OPEN_JOURNALS = 0x00000800 | 0x00004000 | 0x00080000, // main, super, WAL
};

// faults_install makes a pass-through of the default VFS the process's default, once, and
// returns who is asked: the one given, or the one of an earlier call. 0 says that there
// is no VFS to pass through to, or none of a version that is known.
uintptr_t faults_install(uintptr_t asked);

#endif
