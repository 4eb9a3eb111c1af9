// Tells the program how the system is set up: dark, with strong contrasts, with colours of its own, or without
// animations. Style sheets do not reach what the program draws.

const QUERIES = {
  isDark: "(prefers-color-scheme: dark)",
  hasContrast: "(prefers-contrast: more)",
  reducesMotion: "(prefers-reduced-motion: reduce)",
  isForced: "(forced-colors: active)",
};
// the colours that the system wants in every window, by their names in style sheets
const COLORS = {
  canvas: "Canvas", text: "CanvasText", gray: "GrayText", highlight: "Highlight", highlightText: "HighlightText", button: "ButtonFace",
};

// Returns the colour of this name in a style sheet as 0xrrggbb.
function colorOf(name, probe) {
  probe.style.color = name;
  const [red, green, blue] = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
  return (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue);
}

function forcedColors() {
  const probe = document.createElement("i");
  probe.hidden = true;
  probe.style.forcedColorAdjust = "none";
  document.body.append(probe);
  const colors = Object.fromEntries(Object.entries(COLORS).map(([key, name]) => [key, colorOf(name, probe)]));
  probe.remove();
  return colors;
}

// How the system is set up now.
export function look() {
  const is = (query) => matchMedia(query).matches;
  return {
    isDark: is(QUERIES.isDark),
    hasContrast: is(QUERIES.hasContrast),
    reducesMotion: is(QUERIES.reducesMotion),
    forced: is(QUERIES.isForced) ? forcedColors() : null,
  };
}

// `hear(message)` receives each change.
export function watchLook(hear) {
  let last = JSON.stringify(look());
  const tell = () => {
    const now = look();
    const text = JSON.stringify(now);
    if (text === last) return;
    last = text;
    hear({ kind: "system-look", look: now });
  };
  for (const query of Object.values(QUERIES)) matchMedia(query).addEventListener("change", tell);
}
