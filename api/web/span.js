// Where within its lines an entry stands. It promises to mark whole lines where that is not
// sure: a mark is never on other words than the quoted ones.

const widest = 4000;
const around = 1500;

/**
 * The parts of a line by what is marked: [{ text, isMarked }]. quote is what the stored text
 * has at the span, from the line first to the line last.
 */
export function markLine(text, number, { first, last }, quote, label) {
  const lines = quote.split(/\r?\n/);
  const own = lines[number - first];
  const fits = quote !== "" && own !== undefined && lines.length >= last - first + 1;
  const at = fits ? place(text, own, number === first, number === last, label) : -1;
  if (at < 0) {
    return [{ text, isMarked: true }];
  }
  return [
    { text: text.slice(0, at), isMarked: false },
    { text: text.slice(at, at + own.length), isMarked: true },
    { text: text.slice(at + own.length), isMarked: false },
  ].filter((part) => part.text !== "");
}

/** Cuts what is far from the marks out of a line that is too long to be drawn. */
export function shorten(parts) {
  const length = parts.reduce((sum, part) => sum + part.text.length, 0);
  if (length <= widest) {
    return { parts, isCut: false };
  }
  const marked = parts.findIndex((part) => part.isMarked);
  const cut = parts.map((part, i) => {
    if (part.text.length <= around) {
      return part;
    }
    const text = i < marked ? `…${part.text.slice(-around)}` : `${part.text.slice(0, around)}…`;
    return { ...part, text };
  });
  return { parts: cut, isCut: true };
}

/** The first line of a span runs to its end, the last from its beginning; within one line it is looked for. */
function place(text, own, isFirst, isLast, label) {
  if (!isFirst) {
    return text.startsWith(own) ? 0 : -1;
  }
  if (!isLast) {
    return text.endsWith(own) ? text.length - own.length : -1;
  }
  const at = text.indexOf(own);
  const isAlone = at >= 0 && text.indexOf(own, at + 1) < 0;
  return isAlone ? at : besideLabel(text, own, label);
}

/** Of several places in a row that read alike, the one that is as far from the row's label as bytes say. */
function besideLabel(text, own, label) {
  if (label === undefined) {
    return -1;
  }
  const bytes = new TextEncoder().encode(text);
  const from = text.indexOf(label.text);
  if (from < 0) {
    return -1;
  }
  const start = new TextEncoder().encode(text.slice(0, from)).length + label.distance;
  const at = start < 0 || start > bytes.length ? -1 : new TextDecoder().decode(bytes.slice(0, start)).length;
  return at >= 0 && text.startsWith(own, at) ? at : -1;
}
