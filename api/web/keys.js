// Single keys as shortcuts. They promise never to act while somebody types, with a modifier
// held, or within a dialog, and to be silent once they are switched off (WCAG 2.1.4).

const storageName = "quarry.keys";
const bindings = new Set();

/**
 * Binds keys until the function that is returned is called. A key is what KeyboardEvent.key
 * says, " " for the space bar; its value is a function, or { does: "Show the answer", run }.
 * The newest binding of a key is the one that acts; run() answers false to let the key pass.
 */
export function bind(keys, group = "Here") {
  const binding = { group, keys: new Map(Object.entries(keys).map(([key, action]) => [key, normalise(action)])) };
  bindings.add(binding);
  return () => bindings.delete(binding);
}

/** Whether single keys act. */
export const enabled = () => localStorage.getItem(storageName) !== "off";

/** Switches single keys on or off, and keeps the choice. */
export function setEnabled(on) {
  if (on) {
    localStorage.removeItem(storageName);
  } else {
    localStorage.setItem(storageName, "off");
  }
}

/** What the keys that are bound now do: [{ group, keys: [{ key, does }] }]. */
export function listed() {
  return [...bindings].map(({ group, keys }) => ({
    group,
    keys: [...keys].filter(([, { does }]) => does !== "").map(([key, { does }]) => ({ key, does })),
  })).filter(({ keys }) => keys.length > 0);
}

/** Begins to listen. */
export function start() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !enabled() || isBusy(event)) {
      return;
    }
    const action = [...bindings].reverse().find(({ keys }) => keys.has(event.key))?.keys.get(event.key);
    if (action && action.run(event) !== false) {
      event.preventDefault();
    }
  });
}

const normalise = (action) => (typeof action === "function" ? { does: "", run: action } : { does: "", ...action });

/** Whether a key is meant for the browser. A sign that a layout has behind Alt, such as "@", is a key like others. */
function isModified(event) {
  const isSign = event.key.length === 1 && /[^\p{L}\p{N}\s]/u.test(event.key);
  const reachedByAlt = event.getModifierState("AltGraph") || (event.altKey && !event.ctrlKey && !event.metaKey);
  return (event.ctrlKey || event.metaKey || event.altKey) && !(isSign && reachedByAlt);
}

/** Whether a key belongs to what has the focus, or to the browser. */
function isBusy(event) {
  if (isModified(event) || event.isComposing || event.repeat) {
    return true;
  }
  const at = event.target instanceof Element ? event.target : document.body;
  if (document.querySelector("dialog[open]") !== null || at.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]")) {
    return true;
  }
  const pressed = event.key === " " || event.key === "Enter";
  return pressed && at.closest("a, button, summary, input, [role=button], [role=tab], [role=option]") !== null;
}
