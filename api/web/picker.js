// A box to choose devices with: a combobox (ARIA 1.2) over the devices that something is
// claimed of. It promises that what is typed is asked once it rests, that the newest answer
// alone is shown, and that keys do all that a pointer does.
import { announce, debounce, formatCount, html, nothing, plural, render } from "./dom.js";
import { devicesLike } from "./specs-data.js";

const rest = 150;

/** A picker in a room of its own: draw(chosen, most) shows it; onPick(device) is called with what is chosen. */
export function devicePicker(room, { onPick, onDropLast }) {
  let chosen = [];
  let most = 0;
  let found = [];
  let active = -1;
  let open = false;
  let note = "";
  let pending = null;

  const ask = debounce(async (name) => {
    pending?.abort();
    pending = new AbortController();
    try {
      const answer = await devicesLike(name, { signal: pending.signal });
      found = answer.filter((device) => !chosen.includes(device.id));
      note = found.length === 0 ? "No other device of that name has claims" : "";
      show(true);
      announce(note || `${plural(found.length, "device")}, ${found[0].name} first`);
    } catch (failure) {
      if (failure.name !== "AbortError") {
        found = [];
        note = failure.message;
        show(true);
      }
    }
  }, rest);

  const show = (isOpen) => {
    open = isOpen;
    active = isOpen && found.length > 0 ? Math.min(Math.max(active, -1), found.length - 1) : -1;
    draw();
  };
  const pick = (device) => {
    ask.cancel();
    found = [];
    note = "";
    input().value = "";
    show(false);
    input().focus();
    onPick(device);
  };
  const input = () => room.querySelector("input");
  const step = (by) => {
    if (!open) {
      ask(input().value.trim());
      return;
    }
    active = found.length === 0 ? -1 : (active + by + found.length + (active === -1 && by < 0 ? 1 : 0)) % found.length;
    draw();
    room.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  };
  const keys = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => {
      const device = found[active] ?? (open ? found[0] : undefined);
      if (device !== undefined) {
        pick(device);
      }
    },
    Escape: () => {
      if (!open) {
        input().value = "";
      }
      show(false);
    },
  };
  const onKey = (event) => {
    if (event.key === "Backspace" && input().value === "" && chosen.length > 0) {
      event.preventDefault();
      onDropLast();
    } else if (event.key in keys && !event.isComposing) {
      event.preventDefault();
      keys[event.key]();
    } else if (event.key === "Tab") {
      show(false);
    }
  };

  const draw = () => render(html`<div class="combobox">
    <label for="device-name">Add a device</label>
    <input id="device-name" type="text" role="combobox" autocomplete="off" spellcheck="false" aria-autocomplete="list" aria-expanded=${String(open)}
      aria-controls="device-options" aria-activedescendant=${active >= 0 ? `device-option-${active}` : nothing} placeholder="h100, mi300x, …"
      ?disabled=${chosen.length >= most} aria-describedby="device-room"
      @input=${(event) => ask(event.target.value.trim())} @keydown=${onKey} @focus=${() => ask(input().value.trim())} @blur=${() => show(false)}>
    <span class="hint" id="device-room">${chosen.length >= most ? `${most} are chosen, which is all that fit` : `up to ${most}`}</span>
    <ul id="device-options" role="listbox" aria-label="Devices" ?hidden=${!open || found.length === 0}>
      ${found.map((device, i) => html`<li id=${`device-option-${i}`} role="option" aria-selected=${String(i === active)}
          @pointerdown=${(event) => event.preventDefault()} @click=${() => pick(device)}>
        <span>${device.name}</span>
        <span class="soft">${[device.vendor, device.class === "unknown" ? "" : device.class].filter(Boolean).join(", ")}</span>
        <span class="number soft">${formatCount(device.spec_count)}</span></li>`)}
    </ul>
    <p class="none-found" ?hidden=${!open || note === ""}>${note}</p>
  </div>`, room);

  return {
    draw(devices, room) {
      chosen = devices;
      most = room;
      draw();
    },
    end() {
      ask.cancel();
      pending?.abort();
    },
  };
}
