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

  // a browser would give a text another extension than that of its name
  function download(name, bytes) {
    save(name, new Blob([bytes], { type: "application/octet-stream" }));
  }

  // `bytes` are RGBA pixels in rows
  function downloadPicture(name, width, height, bytes) {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(bytes.buffer), width), 0, 0);
    canvas.toBlob((blob) => save(name, blob), "image/png");
  }

  function save(name, blob) {
    const address = URL.createObjectURL(blob);
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    // the browser reads the file after this task
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  return { pick: () => chooser.click(), download, downloadPicture };
}
