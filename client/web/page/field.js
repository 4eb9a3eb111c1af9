// The HTML input over the field of text that has the keyboard: input methods, keyboards on the screen
// and the clipboard work in it. What is typed goes to the program, which shows it; the input stays empty.

// Keys that mean more than their text. Their names are those of egui.
const KEYS = {
  ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right", ArrowUp: "Up", Escape: "Escape", Tab: "Tab",
  Backspace: "Backspace", Enter: "Enter", Delete: "Delete", Home: "Home", End: "End", PageUp: "PageUp", PageDown: "PageDown",
};

// Whether a text ends within a character: some systems type the two halves of an emoji one after the other.
const isHalfTyped = (text) => /[\ud800-\udbff]$/.test(text);

// The program takes the keyboard from a field for a frame, which may be slow, when a line is sent from it: so long the input stays, in
// milliseconds. Without it, input methods would begin anew, and what is typed meanwhile would be lost.
const STAYS_MS = 300;

// `input` is the element, `canvas` gets the keyboard back; `hear(message)` receives what is typed.
export function createField(input, canvas, hear) {
  let composing = false;
  // the timer that removes the input
  let leaving = null;

  function hide() {
    leaving = null;
    if (document.activeElement === input) canvas.focus();
    input.hidden = true;
  }

  // puts the input over the field, or removes it
  function show(place) {
    if (!place) {
      leaving ??= setTimeout(hide, STAYS_MS);
      return;
    }
    clearTimeout(leaving);
    leaving = null;
    const [x, y, width, height] = place;
    input.style.left = `${x}px`;
    input.style.top = `${y}px`;
    input.style.width = `${width}px`;
    input.style.height = `${height}px`;
    input.hidden = false;
    // a user of a screen reader stays in the mirror, which has a field of its own
    const inMirror = document.activeElement?.closest("#mirror, #entrance");
    if (document.activeElement !== input && !inMirror) input.focus({ preventScroll: true });
  }

  // a click on the canvas takes the keyboard away, also a click on the field that the canvas shows
  input.addEventListener("blur", () => requestAnimationFrame(() => {
    if (!input.hidden && leaving === null && document.activeElement === canvas) input.focus({ preventScroll: true });
  }));

  function takeText() {
    const text = input.value;
    input.value = "";
    return text;
  }

  input.addEventListener("compositionstart", () => {
    composing = true;
  });
  input.addEventListener("compositionupdate", (event) => hear({ kind: "compose", text: event.data }));
  input.addEventListener("compositionend", (event) => {
    composing = false;
    input.value = "";
    hear({ kind: "composed", text: event.data });
  });
  input.addEventListener("input", (event) => {
    if (composing || event.isComposing || isHalfTyped(input.value)) return;
    const text = takeText();
    // the end of a composition was told with its text
    if (text && event.inputType !== "insertCompositionText") hear({ kind: "text", text });
    // a keyboard on the screen may tell of no key
    else if (event.inputType === "deleteContentBackward") press("Backspace", event);
  });

  function press(key, event) {
    for (const pressed of [true, false]) hear(keyMessage(key, pressed, event));
  }

  function keyMessage(key, pressed, event) {
    const ctrl = Boolean(event.ctrlKey || event.metaKey);
    return { kind: "key", key, pressed, ctrl, shift: Boolean(event.shiftKey), alt: Boolean(event.altKey) };
  }

  for (const [type, pressed] of [["keydown", true], ["keyup", false]]) {
    input.addEventListener(type, (event) => {
      event.stopPropagation();
      if (composing || event.isComposing) return;
      const command = event.ctrlKey || event.metaKey;
      const key = KEYS[event.key] ?? (command && /^[azy]$/i.test(event.key) ? event.key.toUpperCase() : null);
      // modifiers that are held or released change what a click means
      if (key === null) {
        if (["Control", "Shift", "Alt", "Meta"].includes(event.key)) hear(keyMessage("", pressed, event));
        return;
      }
      event.preventDefault();
      hear(keyMessage(key, pressed, event));
    });
  }
  for (const [type, cut] of [["copy", false], ["cut", true]]) {
    input.addEventListener(type, (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      hear({ kind: "copy-selection", cut });
    });
  }
  return { show };
}

// Passes pasted texts to the program, wherever the keyboard is.
export function listenForPaste(hear) {
  window.addEventListener("paste", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const text = event.clipboardData?.getData("text/plain");
    if (text) hear({ kind: "paste", text });
  }, true);
}
