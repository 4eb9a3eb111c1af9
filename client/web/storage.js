// What the browser keeps for the next visit. Names begin with "chuhe.".

const PREFIX = "chuhe.";

// Returns all that is kept; `null` if the browser keeps nothing.
export function readAll() {
  try {
    localStorage.setItem("chuhe-test", "1");
    localStorage.removeItem("chuhe-test");
    const kept = {};
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index);
      if (key.startsWith(PREFIX)) kept[key] = localStorage.getItem(key);
    }
    return kept;
  } catch {
    return null;
  }
}

// Keeps a text, or removes it. Returns whether that worked.
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch (error) {
    console.warn("not kept:", key, String(error));
    return false;
  }
}

// Resolves to whether no other page of this origin runs the program; holds the lock until this page ends.
export function isFirst() {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks.request("chuhe", { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise(() => {}) : undefined;
    }).catch(() => resolve(true));
  });
}

// Tells what other pages keep.
export function listenForOthers(hear) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(PREFIX)) hear({ kind: "kept", key, value: newValue });
  });
}
