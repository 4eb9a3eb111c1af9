// Which part of the page Tab goes through, and which has the keyboard: the mirror, or what the canvas shows.

// Tab reaches the entrance of the mirror first, a button that is seen while it has the keyboard. Enter opens the mirror, where
// screen readers and the keyboard reach everything, and Escape there or another Tab goes to the canvas, as a click or
// a touch does; where a dialog is open in the mirror, Escape closes that first. From then on Tab goes through what the canvas shows, until Escape and Tab lead back to the entrance.
//
// Returns a function that takes the tree of the mirror, which has the words of the entrance.
export function routeTab(canvas, entrance, mirror) {
  let isInPicture = false;
  // the edge of the canvas shows that it has the keyboard, until what the keys do there is seen
  const show = (isShown) => canvas.classList.toggle("entered", isShown);
  const enterPicture = (event) => {
    event.preventDefault();
    isInPicture = true;
    canvas.focus();
    show(true);
  };
  canvas.addEventListener("pointerdown", () => {
    isInPicture = true;
    show(false);
  });
  canvas.addEventListener("blur", () => show(false));
  canvas.addEventListener("keydown", (event) => {
    show(false);
    if (event.key === "Escape") isInPicture = false;
    // the handler of the canvas would keep the browser from moving the focus
    if (event.key === "Tab" && !isInPicture) event.stopImmediatePropagation();
  }, true);
  entrance.addEventListener("click", () => mirror.querySelector("h1").focus());
  entrance.addEventListener("keydown", (event) => {
    if (event.key === "Tab" && !event.shiftKey) enterPicture(event);
  });
  mirror.addEventListener("keydown", (event) => {
    // an input method closes its list by it, and so does a choice
    if (event.key !== "Escape" || event.isComposing || event.target.tagName === "SELECT") return;
    const close = closing(mirror);
    if (close === null) return enterPicture(event);
    event.preventDefault();
    close.click();
  });
  return (tree) => {
    entrance.hidden = false;
    // the second line says what the keys do
    const [label, keys = ""] = tree.entrance.split("\n");
    if (entrance.textContent !== label) entrance.textContent = label;
    if (entrance.title !== keys) entrance.title = keys;
    entrance.lang = tree.lang;
    for (const element of [entrance, canvas]) element.dataset.look = tree.dark ? "dark" : "light";
  };
}

// The buttons of dialogs that only close them, by the ends of their ids.
const CLOSING = ["close", "dismiss", "no", "keep", "refuse"];

// The button that closes the topmost dialog of the mirror; null if none is open, or if it has to be answered.
function closing(mirror) {
  const dialog = mirror.querySelector('[data-kind="dialog"]');
  return dialog?.querySelector(CLOSING.map((end) => `[data-id$=".${end}"] > button`).join(", ")) ?? null;
}

// Tells the program whether the mirror or its entrance has the keyboard: then nothing that the canvas shows has it, or its
// ring would be a second one.
export function watchMirror(parts, hear) {
  let had = false;
  const tell = (has) => {
    if (has !== had) hear({ kind: "mirror-focus", has });
    had = has;
  };
  for (const part of parts) {
    part.addEventListener("focusin", () => tell(true));
    part.addEventListener("focusout", ({ relatedTarget }) => tell(parts.some((it) => it.contains(relatedTarget))));
  }
}
