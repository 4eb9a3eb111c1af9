// Lets the program keep what it holds before the page may end, and lets the browser ask where that would lose
// something.

// `hear(message)` tells the program, which answers while `flush()` runs. Returns a function that takes whether the
// end of the page loses something.
export function watchLeaving(hear, flush) {
  let loses = false;

  function leave() {
    hear({ kind: "leaving" });
    flush();
  }

  window.addEventListener("beforeunload", (event) => {
    leave();
    if (loses) event.preventDefault();
  });
  // a phone ends a hidden page without another event
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leave();
  });
  return (now) => {
    loses = now;
  };
}
