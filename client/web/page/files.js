// Files that the user opens, drops on the page, or receives as downloads.

// The largest file that the program reads, in bytes. A larger one is cut here and refused there.
const MOST_BYTES = 32 * 1024 * 1024;

// `chooser` is an input of type file; `hear(message, bytes)` receives the files.
export function createFiles(chooser, hear) {
  // Several files are for the library. One is read after another, so that a folder of them does not fill the memory.
  async function passAll(files, several) {
    let more = files.length;
    for (const file of files) {
      more -= 1;
      const bytes = new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer());
      hear({ kind: "file", name: file.name, several, more }, bytes);
    }
  }

  chooser.addEventListener("change", () => {
    const files = [...chooser.files];
    chooser.value = "";
    passAll(files, chooser.multiple);
  });
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const files = [...(event.dataTransfer?.files ?? [])];
    passAll(files, files.length > 1);
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

  function pick(several) {
    chooser.multiple = several;
    chooser.click();
  }

  return { pick, download, downloadPicture };
}
