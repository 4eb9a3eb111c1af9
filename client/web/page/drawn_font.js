// Characters that no font of the program has, drawn by the browser with the fonts of its system, as a font.

// The pixels of an em, which are the units of the font.
const EM = 128;
// Above and below the baseline, as in Noto Sans SC.
const ASCENT = Math.round(1.16 * EM);
const DESCENT = Math.round(0.288 * EM);
// Beside the advance: some letters reach over it.
const MARGIN = EM / 4;
// A character that no font has.
const UNKNOWN = "\u{10FFFF}";
// Invisible, and makes the letter beside it join.
const JOINER = "\u{200D}";
// The same after a letter: Chromium ignores a joiner at the end of a text.
const JOINER_AFTER = `${JOINER}\u{200F}`;
// Letters on which the marks of their script stand, with the first character of each script; in the order of these. Tones of
// Thai and Lao have the place above a vowel, so that they are seen with one and without.
const CARRIERS = [
  [0x0000, "o"], [0x0590, "ב"], [0x0600, "ـ"], [0x0900, "क"], [0x0980, "ক"], [0x0a00, "ਕ"], [0x0a80, "ક"], [0x0b00, "କ"], [0x0b80, "க"],
  [0x0c00, "క"], [0x0c80, "ಕ"], [0x0d00, "ക"], [0x0d80, "ක"], [0x0e00, "ก"], [0x0e48, "กี"], [0x0e4d, "ก"], [0x0e80, "ກ"], [0x0ec8, "ກີ"],
  [0x0ecd, "ກ"], [0x0f00, "ཀ"], [0x1000, "က"], [0x10a0, "o"], [0x1780, "ក"], [0x1800, "o"],
];
// The part of a carrier that a mark may change.
const MOST_CHANGED = 0.1;

// Whether a font has a character, by its code; no font of bytes that are none has any.
export function coverage(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const ranges = rangesOf(view, tableAt(view, "cmap"));
    return (code) => ranges.some(([first, last]) => first <= code && code <= last);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return () => false;
  }
}

function tableAt(view, name) {
  for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
    if (tag === name) return view.getUint32(at + 8);
  }
  throw new RangeError(`no table ${name}`);
}

function rangesOf(view, cmap) {
  const ranges = [];
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const table = cmap + view.getUint32(cmap + 8 + 8 * index);
    const format = view.getUint16(table);
    if (format === 12) {
      for (let at = table + 16; at < table + 16 + 12 * view.getUint32(table + 12); at += 12) ranges.push([view.getUint32(at), view.getUint32(at + 4)]);
    } else if (format === 4) {
      const size = view.getUint16(table + 6);
      for (let at = 0; at < size; at += 2) {
        const [last, first] = [view.getUint16(table + 14 + at), view.getUint16(table + 16 + size + at)];
        if (last < 0xffff) ranges.push([first, last]);
      }
    }
  }
  return ranges;
}

// Draws these characters, and returns them as a font; `null` if the browser has none of them either.
export function drawFont(characters, bold) {
  const canvas = document.createElement("canvas");
  canvas.height = ASCENT + DESCENT;
  // an emoji in colours would be a blot
  const inOneColour = [...characters].filter((character) => !/\p{Emoji_Presentation}/u.test(character));
  const glyphs = inOneColour.map((character) => glyphOf(canvas, character, bold)).filter((glyph) => glyph !== null);
  return glyphs.length > 0 ? fontOf(glyphs) : null;
}

// What is drawn for a character, and which part of that is another character's.
//
// A letter of Arabic has the form in which it joins: fonts have its forms under the character of the letter. A mark stands
// on a letter; alone it would stand on a circle.
export function drawnFor(character) {
  const code = character.codePointAt(0);
  if ((0xfb50 <= code && code <= 0xfbff) || (0xfe80 <= code && code <= 0xfefc)) {
    const letter = character.normalize("NFKC");
    // the forms follow each other: alone, joined before, joined after, joined on both sides
    let form = 0;
    while (form < 3 && String.fromCodePoint(code - form - 1).normalize("NFKC") === letter) form += 1;
    return { carrier: "", text: (form % 2 === 1 ? JOINER : "") + letter + (form >= 2 ? JOINER_AFTER : "") };
  }
  if (/\p{M}/u.test(character)) {
    const [, carrier] = CARRIERS.filter(([first]) => first <= code).at(-1);
    return { carrier, text: carrier + character };
  }
  return { carrier: "", text: character };
}

function glyphOf(canvas, character, bold) {
  const { carrier, text } = drawnFor(character);
  const drawn = (carrier && draw(canvas, carrier, text, bold)) || draw(canvas, "", carrier ? character : text, bold);
  const unknown = draw(canvas, drawn.carrier, drawn.carrier + UNKNOWN, bold);
  const isKnown = drawn.boxes.length > 0 && !(unknown && drawn.advance === unknown.advance && String(drawn.boxes) === String(unknown.boxes));
  return isKnown ? { ...drawn, code: character.codePointAt(0) } : null;
}

// Draws a text without its carrier, which is where the text begins; `null` if the carrier is not to be seen there.
function draw(canvas, carrier, text, bold) {
  const font = `${bold ? "bold " : ""}${EM}px sans-serif`;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.font = font;
  const [before, width] = [carrier, text].map((part) => Math.round(context.measureText(part).width));
  // the same canvas for both, because its width may change the smoothing
  const ink = (part) => {
    // this empties the canvas, and forgets the font
    canvas.width = width + 2 * MARGIN;
    context.font = font;
    context.fillText(part, MARGIN, ASCENT);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return (place) => data[4 * place + 3] >= 128;
  };
  const [whole, of] = [ink(text), carrier ? ink(carrier) : () => false];
  let [carried, changed] = [0, 0];
  for (let place = 0; place < canvas.width * canvas.height; place += 1) {
    carried += of(place);
    changed += of(place) && !whole(place);
  }
  if (changed > MOST_CHANGED * carried) return null;
  const isSet = (x, y) => whole(y * canvas.width + x) && !of(y * canvas.width + x);
  return { carrier, advance: width - before, origin: MARGIN + before, boxes: boxesOf(isSet, canvas.width, canvas.height) };
}

// Returns boxes that cover the pixels: left, top, right, bottom, in pixels of the canvas.
function boxesOf(isSet, width, height) {
  const boxes = [];
  let open = new Map();
  for (let y = 0; y <= height; y += 1) {
    const next = new Map();
    for (let x = 0; x < width && y < height; x += 1) {
      if (!isSet(x, y)) continue;
      const left = x;
      while (x < width && isSet(x, y)) x += 1;
      const name = `${left} ${x}`;
      next.set(name, open.get(name) ?? [left, y, x]);
      open.delete(name);
    }
    for (const box of open.values()) boxes.push([...box, y]);
    open = next;
  }
  return boxes;
}

// Returns a TrueType font of these glyphs, each of boxes, with the place in them where it begins.
export function fontOf(glyphs) {
  const sorted = [...glyphs].sort((one, other) => one.code - other.code);
  const outlines = [[], ...sorted.map(outline)];
  let end = 0;
  const ends = outlines.map(({ length }) => (end += length));
  const count = outlines.length;
  const widest = Math.max(...sorted.map(({ advance }) => advance));
  const leftmost = -Math.max(...sorted.map(({ origin = MARGIN }) => origin));
  const groups = sorted.flatMap(({ code }, index) => [...u32(code), ...u32(code), ...u32(index + 1)]);
  const tables = {
    cmap: [...u16(0, 1, 3, 10), ...u32(12), ...u16(12, 0), ...u32(16 + groups.length, 0, sorted.length), ...groups],
    glyf: outlines.flat(),
    head: [...u16(1, 0, 1, 0), ...u32(0, 0x5f0f3cf5), ...u16(0, EM), ...u32(0, 0, 0, 0), ...u16(leftmost, -DESCENT, widest + MARGIN, ASCENT, 0, 8, 2, 1, 0)],
    hhea: [...u16(1, 0, ASCENT, -DESCENT, 0, widest, leftmost, -MARGIN, widest + MARGIN, 1, 0, 0, 0, 0, 0, 0, 0, count)],
    hmtx: [...u16(0, 0), ...sorted.flatMap(({ advance, origin = MARGIN, boxes }) => u16(advance, Math.min(...boxes.map(([left]) => left)) - origin))],
    loca: u32(0, ...ends),
    maxp: [...u32(0x5000), ...u16(count)],
  };
  const names = Object.keys(tables);
  let at = 12 + 16 * names.length;
  const entries = names.flatMap((name) => {
    const [start, { length }] = [at, tables[name]];
    while (tables[name].length % 4 > 0) tables[name].push(0);
    at += tables[name].length;
    return [...[...name].map((letter) => letter.charCodeAt(0)), ...u32(0, start, length)];
  });
  return Uint8Array.from([...u32(0x10000), ...u16(names.length, 0, 0, 0), ...entries, ...names.flatMap((name) => tables[name])]);
}

function outline({ boxes, origin = MARGIN }) {
  const points = boxes.flatMap(([left, top, right, bottom]) => [[left, bottom], [left, top], [right, top], [right, bottom]]);
  const placed = points.map(([x, y]) => [x - origin, ASCENT - y]);
  const steps = (axis) => placed.flatMap((point, index) => u16(point[axis] - (placed[index - 1]?.[axis] ?? 0)));
  const [xs, ys] = [0, 1].map((axis) => placed.map((point) => point[axis]));
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  // all points are on the outline, and their steps take two bytes
  const bytes = [...u16(boxes.length, ...bounds), ...boxes.flatMap((_, index) => u16(4 * index + 3)), ...u16(0), ...placed.map(() => 1), ...steps(0), ...steps(1)];
  while (bytes.length % 4 > 0) bytes.push(0);
  return bytes;
}

function u16(...values) {
  return values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
}

function u32(...values) {
  return values.flatMap((value) => [(value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]);
}
