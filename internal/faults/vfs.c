#include "vfs.h"

#include <string.h>

#include "_cgo_export.h"

// A file of a machine: SQLite allocates it, with the real one behind it. A file that
// belongs to no machine is the real one itself.
typedef struct {
  sqlite3_file base;
  sqlite3_file *real;
  uintptr_t told; // what Go knows the file by
} faulty;

static sqlite3_vfs *root;       // the default before
static sqlite3_vfs passing;     // a copy of it that asks first
static uintptr_t machines;      // who is asked

static faulty *of(sqlite3_file *file) { return (faulty *)file; }
static sqlite3_file *real(sqlite3_file *file) { return of(file)->real; }

static int faultyClose(sqlite3_file *file) {
  int rc = real(file)->pMethods->xClose(real(file));
  faultsClose(of(file)->told);
  return rc;
}

static int faultyRead(sqlite3_file *file, void *into, int amount, sqlite3_int64 offset) {
  return real(file)->pMethods->xRead(real(file), into, amount, offset);
}

// What a short write leaves is written before it fails.
static int faultyWrite(sqlite3_file *file, const void *from, int amount, sqlite3_int64 offset) {
  int whole = amount;
  int rc = faultsWrite(of(file)->told, (void *)from, &amount, offset);
  if (rc != faults_OK && amount == whole) {
    return rc;
  }
  int written = real(file)->pMethods->xWrite(real(file), from, amount, offset);
  return written != faults_OK ? written : rc;
}

static int faultyTruncate(sqlite3_file *file, sqlite3_int64 size) {
  int rc = faultsTruncate(of(file)->told, size);
  return rc != faults_OK ? rc : real(file)->pMethods->xTruncate(real(file), size);
}

// Nothing is synced in earnest: what lasts is what the machine says.
static int faultySync(sqlite3_file *file, int flags) {
  (void)flags;
  return faultsSync(of(file)->told);
}

static int faultySize(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int faultyLock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xLock(real(file), level);
}

static int faultyUnlock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}

static int faultyReserved(sqlite3_file *file, int *out) {
  return real(file)->pMethods->xCheckReservedLock(real(file), out);
}

static int faultyControl(sqlite3_file *file, int op, void *arg) {
  return real(file)->pMethods->xFileControl(real(file), op, arg);
}

static int faultySector(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}

static int faultyCharacteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int faultyShmMap(sqlite3_file *file, int page, int size, int extend, void volatile **out) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, out);
}

static int faultyShmLock(sqlite3_file *file, int offset, int n, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, n, flags);
}

static void faultyShmBarrier(sqlite3_file *file) {
  real(file)->pMethods->xShmBarrier(real(file));
}

static int faultyShmUnmap(sqlite3_file *file, int remove) {
  return real(file)->pMethods->xShmUnmap(real(file), remove);
}

static int faultyFetch(sqlite3_file *file, sqlite3_int64 offset, int amount, void **out) {
  return real(file)->pMethods->xFetch(real(file), offset, amount, out);
}

static int faultyUnfetch(sqlite3_file *file, sqlite3_int64 offset, void *page) {
  return real(file)->pMethods->xUnfetch(real(file), offset, page);
}

static const sqlite3_io_methods methods = {
  .iVersion = 3,
  .xClose = faultyClose,
  .xRead = faultyRead,
  .xWrite = faultyWrite,
  .xTruncate = faultyTruncate,
  .xSync = faultySync,
  .xFileSize = faultySize,
  .xLock = faultyLock,
  .xUnlock = faultyUnlock,
  .xCheckReservedLock = faultyReserved,
  .xFileControl = faultyControl,
  .xSectorSize = faultySector,
  .xDeviceCharacteristics = faultyCharacteristics,
  .xShmMap = faultyShmMap,
  .xShmLock = faultyShmLock,
  .xShmBarrier = faultyShmBarrier,
  .xShmUnmap = faultyShmUnmap,
  .xFetch = faultyFetch,
  .xUnfetch = faultyUnfetch,
};

static int faultyOpen(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
  (void)vfs;
  uintptr_t told = 0;
  if (name != 0 && (flags & faults_OPEN_DELETEONCLOSE) == 0) {
    int rc = faultsOpen(machines, (char *)name, flags, &told);
    if (rc != faults_OK) {
      file->pMethods = 0;
      return rc;
    }
  }
  if (told == 0) {
    return root->xOpen(root, name, file, flags, out);
  }
  faulty *f = of(file);
  f->real = (sqlite3_file *)(f + 1);
  f->told = told;
  memset(f->real, 0, (size_t)root->szOsFile);
  int rc = root->xOpen(root, name, f->real, flags, out);
  if (f->real->pMethods == 0) {
    faultsClose(told);
    file->pMethods = 0;
    return rc;
  }
  if (rc == faults_OK && f->real->pMethods->iVersion < 3) { // no file system that this was written for
    rc = faults_CANTOPEN;
  }
  file->pMethods = &methods; // SQLite closes it, also where it is not opened well
  return rc;
}

static int faultyDelete(sqlite3_vfs *vfs, const char *name, int sync) {
  (void)vfs;
  int ours = 0;
  int rc = faultsDelete(machines, (char *)name, &ours);
  if (rc != faults_OK) {
    return rc;
  }
  rc = root->xDelete(root, name, ours ? 0 : sync);
  if (rc != faults_OK || !ours || !sync) {
    return rc;
  }
  return faultsSyncFolderOf(machines, (char *)name);
}

uintptr_t faults_install(uintptr_t asked) {
  if (machines != 0) {
    return machines;
  }
  if (sqlite3_initialize() != faults_OK) {
    return 0;
  }
  root = sqlite3_vfs_find(0);
  if (root == 0 || root->iVersion < 3) {
    return 0;
  }
  machines = asked;
  passing = *root;
  passing.zName = "quarry-faults";
  passing.pNext = 0;
  passing.szOsFile = (int)sizeof(faulty) + root->szOsFile;
  passing.xOpen = faultyOpen;
  passing.xDelete = faultyDelete;
  return sqlite3_vfs_register(&passing, 1) == faults_OK ? asked : 0;
}
