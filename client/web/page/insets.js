// Tells how far the edges of the page are covered: by a notch, by rounded corners, by a keyboard on the screen.

// `measure` is the element whose padding is the safe area; `hear(message)` receives the insets.
export function watchInsets(measure, hear) {
  let last = "";

  function tell() {
    const style = getComputedStyle(measure);
    const padding = (side) => Number.parseFloat(style[`padding${side}`]) || 0;
    const view = window.visualViewport;
    // the keyboard covers the page and makes only the visible part smaller; so does zooming, which is off
    const keyboard = view ? Math.max(0, innerHeight - view.height - view.offsetTop) : 0;
    const insets = {
      top: padding("Top"), right: padding("Right"), bottom: padding("Bottom"), left: padding("Left"),
      keyboard: keyboard < 80 ? 0 : keyboard,
    };
    const text = JSON.stringify(insets);
    if (text === last) return;
    last = text;
    hear({ kind: "insets", ...insets });
  }

  window.visualViewport?.addEventListener("resize", tell);
  window.visualViewport?.addEventListener("scroll", tell);
  window.addEventListener("resize", tell);
  tell();
}
