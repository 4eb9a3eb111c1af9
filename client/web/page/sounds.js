// Plays the sounds. A browser allows them after the user's first click, tap or key.

export function createSounds(files) {
  let audio = null;
  const recordings = new Map();

  // A finger that is put down may begin to scroll, so it allows no sound until it is lifted, and some keys never do. A
  // browser that says whether sounds are allowed is asked, because it warns of each context that is made too early.
  function isAllowed({ type, pointerType }) {
    return navigator.userActivation?.hasBeenActive ?? (type !== "pointerdown" || pointerType === "mouse");
  }

  function allow(event) {
    if (!isAllowed(event)) return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  }
  for (const type of ["pointerdown", "pointerup", "keydown", "touchend"]) window.addEventListener(type, allow, { capture: true, passive: true });

  async function recording(name) {
    const answer = await fetch(new URL(files[name], import.meta.url));
    if (!answer.ok) throw new Error(`${files[name]}: ${answer.status}`);
    return audio.decodeAudioData(await answer.arrayBuffer());
  }

  async function play(name, volume) {
    if (audio?.state !== "running") return;
    try {
      if (!recordings.has(name)) recordings.set(name, recording(name));
      const source = audio.createBufferSource();
      const gain = audio.createGain();
      source.buffer = await recordings.get(name);
      gain.gain.value = volume / 100;
      source.connect(gain).connect(audio.destination);
      source.start();
    } catch (error) {
      recordings.delete(name);
      console.warn("no sound:", error);
    }
  }

  return { play };
}
