// What the browser keeps for the next visit, and for the next page of this tab. Names begin with "chuhe.".

const PREFIX = "chuhe.";
// What belongs to a tab, and ends with it; a page that is loaded again finds it.
const TAB_PREFIX = "chuhe.tab.";
// How long other pages have to say that they run the program, in milliseconds.
const ANSWER_MS = 150;
// How long a page that was loaded again may still hold the lock of the visit before, in milliseconds.
const RELEASE_MS = 1_000;
// With less room than this, in characters, a game does not fit: a record has about as many.
const LEAST_ROOM = 4_096;

// Returns all that is kept, and the name of the warning if the browser keeps nothing, or nothing more.
export function readAll() {
  const kept = readTab();
  try {
    readInto(kept, localStorage, PREFIX);
    if (hasRoom()) return { kept, warning: null };
    // a storage without any room is none
    return { kept, warning: localStorage.length > 0 ? "full-storage" : "no-storage" };
  } catch {
    return { kept, warning: "no-storage" };
  }
}

// The pages within a page of someone else are in one tab: what one of them keeps there is not another's.
const isAlone = () => window.top === window;

function readTab() {
  const kept = {};
  try {
    if (isAlone()) readInto(kept, sessionStorage, TAB_PREFIX);
  } catch (error) {
    console.warn("nothing is kept for this tab:", String(error));
  }
  return kept;
}

function readInto(kept, storage, prefix) {
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index);
    if (key.startsWith(prefix)) kept[key] = storage.getItem(key);
  }
}

function hasRoom() {
  try {
    localStorage.setItem("chuhe-test", "x".repeat(LEAST_ROOM));
    return true;
  } catch {
    return false;
  } finally {
    localStorage.removeItem("chuhe-test");
  }
}

// Keeps a text, or removes it. Returns whether that worked.
export function keep(key, value) {
  const isTab = key.startsWith(TAB_PREFIX);
  if (isTab && !isAlone()) return false;
  try {
    const storage = isTab ? sessionStorage : localStorage;
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
    return true;
  } catch (error) {
    console.warn("not kept:", key, String(error));
    return false;
  }
}

// Resolves to whether no other page of this origin runs the program; holds the lock until this page is left.
// A page that was loaded again waits a moment: a busy browser releases the lock of the visit before late.
export function isFirst(isReloaded) {
  // browsers have locks only where the connection is safe
  if (!navigator.locks) return askOthers();
  const left = () => new Promise((release) => window.addEventListener("pagehide", release, { once: true }));
  // `told` receives whether the lock is held
  const hold = (options, told) => navigator.locks.request("chuhe", options, (lock) => {
    told(lock !== null);
    // a browser may keep a page that was left for the way back, and the lock with it
    return lock ? left() : undefined;
  });
  const holdNow = (told) => hold({ ifAvailable: true }, told);
  return new Promise((resolve) => {
    const settle = (isHeld) => {
      resolve(isHeld);
      // another page may have run the program meanwhile
      const again = () => holdNow((isStillHeld) => isStillHeld || location.reload());
      if (isHeld) window.addEventListener("pageshow", ({ persisted }) => persisted && again());
    };
    const holdSoon = () => {
      // older browsers have locks and no AbortSignal.timeout
      const late = new AbortController();
      setTimeout(() => late.abort(), RELEASE_MS);
      return hold({ signal: late.signal }, settle).catch(() => settle(false));
    };
    holdNow((isHeld) => (isHeld || !isReloaded ? settle(isHeld) : holdSoon())).catch(() => resolve(true));
  });
}

// Asks the other pages of this origin whether they run the program, and answers those that ask later.
function askOthers() {
  const channel = new BroadcastChannel("chuhe");
  return new Promise((resolve) => {
    let first = true;
    channel.onmessage = ({ data }) => {
      if (data === "here") first = false;
    };
    channel.postMessage("anyone?");
    setTimeout(() => {
      resolve(first);
      channel.onmessage = ({ data }) => {
        if (data === "anyone?") channel.postMessage("here");
      };
    }, ANSWER_MS);
  });
}

// Tells what other pages keep.
export function listenForOthers(hear) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(PREFIX) && !key.startsWith(TAB_PREFIX)) hear({ kind: "kept", key, value: newValue });
  });
}
