// Puts the chosen scheme on the page before anything is drawn, so that it never flashes.
// It promises to leave the choice to the system where none is kept.
"use strict";

(() => {
  try {
    const theme = localStorage.getItem("quarry.theme");
    if (theme === "light" || theme === "dark") {
      document.documentElement.dataset.theme = theme;
    }
  } catch {
    // Storage can be closed to a page; the system's scheme is right then.
  }
})();
