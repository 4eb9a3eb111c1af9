// The user's time zone, which the program cannot ask for.

const SINCE = Date.UTC(2020, 0, 1);
const WEEK = 7 * 24 * 3600 * 1000;
const SECOND = 1000;

// Seconds by which local time is ahead of UTC.
const offsetAt = (ms) => -60 * new Date(ms).getTimezoneOffset();

// Returns the offsets since 2020 and for two years to come: each with the second from which it holds.
export function offsets() {
  const found = [[SINCE / SECOND, offsetAt(SINCE)]];
  const end = Date.now() + 104 * WEEK;
  for (let from = SINCE; from < end; from += WEEK) {
    const later = offsetAt(from + WEEK);
    if (later === offsetAt(from)) continue;
    let [before, after] = [from, from + WEEK];
    while (after - before > SECOND) {
      const middle = Math.floor((before + after) / 2 / SECOND) * SECOND;
      if (offsetAt(middle) === later) after = middle;
      else before = middle;
    }
    found.push([after / SECOND, later]);
  }
  return found;
}
