// Which part of the page Tab goes through: the mirror, or what the canvas shows.

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
