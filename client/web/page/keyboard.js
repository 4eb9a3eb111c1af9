// Which part of the page Tab goes through, and which has the keyboard: the mirror, or what the canvas shows.

// Tab goes into the mirror, where screen readers and the keyboard reach everything, until the user clicks or touches
// the canvas; from then on it goes through what the canvas shows. Escape and Tab lead back to the mirror.
export function routeTab(canvas) {
  let isInPicture = false;
  canvas.addEventListener("pointerdown", () => {
    isInPicture = true;
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.key === "Escape") isInPicture = false;
    // the handler of the canvas would keep the browser from moving the focus
    if (event.key === "Tab" && !isInPicture) event.stopImmediatePropagation();
  }, true);
}

// Tells the program whether the mirror has the keyboard: then nothing that the canvas shows has it, or its ring would be a
// second one.
export function watchMirror(mirror, hear) {
  let had = false;
  const tell = (has) => {
    if (has !== had) hear({ kind: "mirror-focus", has });
    had = has;
  };
  mirror.addEventListener("focusin", () => tell(true));
  mirror.addEventListener("focusout", ({ relatedTarget }) => tell(mirror.contains(relatedTarget)));
}
