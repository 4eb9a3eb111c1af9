// The address of the page follows what is shown, and the browser's back button goes a step back in the program.

// There are two entries in the history of the browser: the base, and one above it while the program has a step
// back to take. `hear(message)` receives steps back, and links that the user follows in this page.
export function createHistory(hear) {
  const BASE = { chuhe: "base" };
  const DEEP = { chuhe: "deep" };
  let deep = false;
  // steps back that the page itself takes
  let own = 0;
  // the address of what is shown
  let shown = "";
  history.replaceState(BASE, "");

  window.addEventListener("popstate", ({ state }) => {
    if (state?.chuhe === "base") {
      deep = false;
      if (own > 0) {
        own -= 1;
        // the base of a page that was loaded again above it still has the address of then
        history.replaceState(BASE, "", shown);
      } else hear({ kind: "back" });
    } else if (state?.chuhe === "deep") {
      deep = true;
    } else {
      // a new entry, made by a link
      history.replaceState(DEEP, "");
      deep = true;
      hear({ kind: "link", text: location.hash });
    }
  });

  return function show({ hash, isDeep }) {
    const address = location.pathname + location.search + (hash ?? "");
    shown = address;
    if (isDeep && !deep) history.pushState(DEEP, "", address);
    else if (isDeep) history.replaceState(DEEP, "", address);
    else if (deep) {
      own += 1;
      history.back();
    } else history.replaceState(BASE, "", address);
    deep = isDeep;
  };
}
