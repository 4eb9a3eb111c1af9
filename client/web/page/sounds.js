// Plays the sounds. A browser allows them after the user's first click, touch or key.

export function createSounds(files) {
  let audio = null;
  const recordings = new Map();

  function allow() {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  }
  for (const type of ["pointerdown", "keydown", "touchend"]) window.addEventListener(type, allow, { capture: true, passive: true });

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
