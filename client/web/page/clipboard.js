// Puts texts on the clipboard, and reads them.

// The text on the clipboard; `null` if the browser refuses it, or has no clipboard because the connection is not safe.
export async function read() {
  try {
    return await navigator.clipboard.readText();
  } catch (error) {
    console.info("the clipboard is not read:", error);
    return null;
  }
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // browsers have the clipboard only where the connection is safe; elsewhere a selection can be copied
    copySelection(text);
  }
}

function copySelection(text) {
  const area = document.createElement("textarea");
  const focused = document.activeElement;
  area.value = text;
  area.className = "copied";
  document.body.append(area);
  area.select();
  // the canvas's own listener would copy another text
  const own = (event) => event.stopImmediatePropagation();
  window.addEventListener("copy", own, { capture: true, once: true });
  if (!document.execCommand("copy")) console.warn("not copied");
  window.removeEventListener("copy", own, { capture: true });
  area.remove();
  focused?.focus({ preventScroll: true });
}
