// Takes the steps of the program, one at a time.

// Firefox stops whatever script runs while it leaves a page, so that nothing can catch it. The program is then in the middle
// of a step for ever, and any other step would fail. `startOver()` is called if the page goes on all the same, as one does
// that the browser has put aside and shows again.
export function createSteps(startOver) {
  let isInside = false;
  let isWatched = false;

  // Whether a step may begin; not so within another one.
  function mayBegin() {
    if (isInside && !isWatched) {
      isWatched = true;
      // no timer fires within a step, and none in a page that is gone
      setTimeout(() => {
        isWatched = false;
        if (isInside) startOver();
      }, 0);
    }
    return !isInside;
  }

  function take(step) {
    if (!mayBegin()) return;
    isInside = true;
    try {
      step();
    } finally {
      isInside = false;
    }
  }

  return { mayBegin, take };
}
