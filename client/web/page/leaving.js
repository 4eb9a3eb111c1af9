// Lets the program keep what it holds before the page may end, and lets the browser ask where that would lose
// something.

// `hear(message)` tells the program, which answers while `flush()` runs; `left()` is called once the page is left.
// Returns a function that takes whether the end of the page loses something.
export function watchLeaving(hear, flush, left) {
  let loses = false;

  function leave() {
    hear({ kind: "leaving" });
    flush();
  }

  window.addEventListener("beforeunload", (event) => {
    leave();
    if (loses) event.preventDefault();
  });
  // the server gives a phone more time that says so before it sleeps, while the connection still works
  function sleep(asleep) {
    hear({ kind: "sleep", asleep });
    flush();
  }

  // a phone ends a hidden page without another event
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leave();
    sleep(document.hidden);
  });
  // browsers put a page aside with its connection, which would look alive until the server misses its answers
  window.addEventListener("pagehide", () => {
    sleep(true);
    left();
  });
  // a page that the browser had put aside is shown again
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) sleep(false);
  });
  document.addEventListener("freeze", () => sleep(true));
  document.addEventListener("resume", () => sleep(document.hidden));
  return (now) => {
    loses = now;
  };
}
