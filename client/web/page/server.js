// Asks the server of this page whether it is there, and asks again while it does not answer.

// Whether this page has a server, as it has turned out: "answers" or "none". It has no "chuhe." before it: the program
// need not know.
const KNOWN = "chuhe-server";
// The pauses between two questions, in milliseconds; the last one repeats.
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
// An answer that takes longer does not come, in milliseconds.
const ANSWER_MS = 8_000;

// what has turned out since the page was loaded
let known = null;

function recall() {
  try {
    return known ?? localStorage.getItem(KNOWN);
  } catch {
    return null;
  }
}

function remember(state) {
  known = state;
  try {
    localStorage.setItem(KNOWN, state);
  } catch (error) {
    console.warn("not remembered whether there is a server:", String(error));
  }
  return state;
}

// Asks once. Returns whether the server `answers`, is `silent`, or there is `none`, and what it says of itself.
export async function askServer() {
  let answer;
  try {
    answer = await fetch("version.json", { cache: "no-store", signal: AbortSignal.timeout?.(ANSWER_MS) });
    if (answer.ok && answer.headers.get("content-type")?.includes("json")) {
      const version = await answer.json();
      return { state: remember("answers"), version };
    }
  } catch (error) {
    console.warn("the server does not answer:", String(error));
  }
  if (recall() === "none") return { state: "none" };
  // during an outage, proxies answer with pages of their own
  if (!answer || answer.status >= 500 || recall() === "answers") return { state: "silent" };
  return { state: remember("none") };
}

// Asks again until the server answers. `changed(asked)` is called when the state has changed; it starts with `asked`.
export function watchServer(asked, changed) {
  let last = asked;
  let timer = 0;
  let pauses = 0;
  let asking = null;

  const isSilent = () => last.state === "silent";

  function plan() {
    clearTimeout(timer);
    if (!isSilent()) {
      pauses = 0;
      return;
    }
    timer = setTimeout(ask, PAUSES_MS[Math.min(pauses, PAUSES_MS.length - 1)]);
    pauses += 1;
  }

  // Resolves to the answer; who asks meanwhile gets the same one.
  function ask() {
    asking ??= askAndTell().finally(() => (asking = null));
    return asking;
  }

  async function askAndTell() {
    const before = last.state;
    last = await askServer();
    plan();
    if (last.state !== before) changed(last);
    return last;
  }

  // something may have brought the server back: the pauses begin anew
  function hurry() {
    if (!isSilent() || document.hidden) return;
    pauses = 0;
    ask();
  }

  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  plan();

  // `check` asks at once, because a connection has failed, and resolves to the answer
  return { check: ask };
}
