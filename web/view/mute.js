import { keep } from '../chat/keep.js';
import { element } from './element.js';

/** The button that mutes, remembered by the browser. */
export function createMute() {
  const kept = keep('local', 'muted');
  const button = element('mute');
  let muted = kept.read() === true;

  function show() {
    button.setAttribute('aria-pressed', String(muted));
    button.title = muted ? 'Sound off' : 'Sound on';
  }

  button.addEventListener('click', () => {
    muted = !muted;
    kept.write(muted || null);
    show();
  });
  show();

  return {
    get muted() {
      return muted;
    },
  };
}
