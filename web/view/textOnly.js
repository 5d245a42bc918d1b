/**
 * Images and files that are pasted or dropped onto the page are no message: says so, where the browser would do nothing or leave the chat.
 * @param {(words: string) => void} tell
 * @param {AbortSignal} signal
 */
export function acceptTextOnly(tell, signal) {
  /** @param {Event} event @param {DataTransfer | null} data */
  function refuseFiles(event, data) {
    // Word processors hand over a picture of the text beside the text.
    if (!data?.files.length || data.getData('text/plain')) return;
    event.preventDefault();
    const images = [...data.files].every(({ type }) => type.startsWith('image/'));
    tell(`This chat carries text alone: ${images ? 'an image' : 'a file'} cannot be sent. A link to it can.`);
  }

  document.addEventListener('paste', (event) => refuseFiles(event, event.clipboardData), { signal });
  document.addEventListener('drop', (event) => refuseFiles(event, event.dataTransfer), { signal });
  // Only what allows a drop is told of it.
  document.addEventListener(
    'dragover',
    (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault(),
    { signal },
  );
}
