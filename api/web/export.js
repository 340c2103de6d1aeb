// Plots and tables as files. It promises that a picture needs nothing beside itself, and that
// a table opens the same in every program: no cell of it is a formula.

/** What a shape or a text looks like; all of it goes from the style sheet into the file. */
const looks = {
  text: ["fill", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "stroke", "stroke-width", "paint-order"],
  shape: ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity"],
};
const initial = {
  "stroke": "none", "stroke-dasharray": "none", "opacity": "1", "fill-opacity": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter",
  "font-weight": "400", "font-style": "normal", "text-anchor": "start", "paint-order": "normal",
};
const drawn = "rect,circle,path,line,polyline,polygon,text";
const ofThePage = ["class", "tabindex", "role", "aria-roledescription", "aria-describedby", "data-mark", "data-x", "data-y"];

/** A picture as a file of its own: with its colours and fonts, a title and the sources. */
export function fileOf(picture, { title, note }) {
  const copy = picture.cloneNode(true);
  const originals = [...picture.querySelectorAll(drawn)];
  [...copy.querySelectorAll(drawn)].forEach((element, i) => dress(element, getComputedStyle(originals[i])));
  copy.querySelectorAll("[data-screen]").forEach((element) => element.remove());
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    ofThePage.forEach((name) => element.removeAttribute(name));
    [...element.childNodes].filter((node) => node.nodeType === Node.COMMENT_NODE).forEach((node) => node.remove());
  }
  const { width, height } = picture.viewBox.baseVal;
  const ground = part("rect", { width, height, fill: getComputedStyle(document.body).backgroundColor });
  copy.prepend(part("title", {}, title), part("desc", {}, note), ground);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("role", "img");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

function dress(element, style) {
  for (const name of element.localName === "text" ? looks.text : looks.shape) {
    const value = style.getPropertyValue(name);
    if (value !== "" && value !== initial[name] && !(name === "stroke-width" && style.stroke === "none")) {
      element.setAttribute(name, value);
    }
  }
}

function part(name, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([attribute, value]) => element.setAttribute(attribute, value));
  element.textContent = text;
  return element;
}

/** Rows as comma-separated values (RFC 4180); null is an empty cell. */
export const commaSeparated = (rows) => rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

function cell(value) {
  if (value === null || value === undefined) {
    return "";
  }
  if (typeof value === "number") {
    return String(value);
  }
  const text = /^'*[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text;
}

/** Hands a text to the person as a file. */
export function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
