// Draws a frame when the program asked for one, or when something happens; otherwise the page rests.

// `draw` draws a frame. Returns `now()`, which asks for a frame at once,
// `after(ms)`, and `flush()`, which does not wait.
export function createFrames(draw) {
  let pending = false;
  let timer = 0;
  let due = Infinity;

  function run() {
    pending = false;
    clearTimeout(timer);
    due = Infinity;
    draw();
  }

  function now() {
    if (pending) return;
    pending = true;
    // a hidden page gets no animation frames, but must answer the server and call the user
    if (document.hidden) setTimeout(run, 0);
    else requestAnimationFrame(run);
  }

  function after(ms) {
    if (ms === 0) return now();
    const at = performance.now() + ms;
    // an earlier frame was asked for
    if (at >= due) return;
    due = at;
    clearTimeout(timer);
    timer = setTimeout(now, Math.min(ms, 0x7fffffff));
  }

  // draws two frames at once: the first handles what happened, the second shows what follows from it
  function flush() {
    run();
    run();
  }

  // an animation frame that was asked for does not come while the page is hidden
  document.addEventListener("visibilitychange", () => {
    if (pending) {
      pending = false;
      now();
    }
  });
  return { now, after, flush };
}
