// Files that the user opens, drops on the page, or receives as downloads.

// The largest file that the program reads, in bytes. A larger one is cut here and refused there.
const MOST_BYTES = 16 * 1024 * 1024;

// `chooser` is an input of type file; `hear(message, bytes)` receives the files.
export function createFiles(chooser, hear) {
  async function pass(file) {
    const bytes = new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer());
    hear({ kind: "file", name: file.name }, bytes);
  }

  chooser.addEventListener("change", () => {
    for (const file of chooser.files) pass(file);
    chooser.value = "";
  });
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const file of event.dataTransfer?.files ?? []) pass(file);
  }, true);

  function download(name, mime, bytes) {
    const address = URL.createObjectURL(new Blob([bytes], { type: mime }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    // the browser reads the file after this task
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  return { pick: () => chooser.click(), download };
}
