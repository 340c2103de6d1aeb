/* sqlite-vec includes sqlite3.h. The driver, whose SQLite it is linked with, has
   it under another name: the folder of the driver has to be searched, too. */
#include "sqlite3-binding.h"
