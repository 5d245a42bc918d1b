/** The page makes at most one sound in this time, also at 200 messages a second. */
const PAUSE_MS = 1500;

/**
 * Makes a short, quiet two-note sound for messages of others. It is synthesized, so that no file has to be loaded.
 * @returns {() => void} plays it
 */
export function createSound() {
  /** @type {AudioContext | undefined} */
  let audio;
  let playedAt = -Infinity;

  // Browsers allow sound only after an action of the user.
  const wake = () => {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') audio.resume();
  };
  for (const action of ['pointerdown', 'keydown']) addEventListener(action, wake, { passive: true });

  return () => {
    if (audio?.state !== 'running' || Date.now() - playedAt < PAUSE_MS) return;
    playedAt = Date.now();
    note(audio, 660, 0);
    note(audio, 880, 0.09);
  };
}

/** @param {AudioContext} audio @param {number} hertz @param {number} delay seconds */
function note(audio, hertz, delay) {
  const start = audio.currentTime + delay;
  const tone = new OscillatorNode(audio, { frequency: hertz, type: 'sine' });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.08, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0005, start + 0.25);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.3);
}
