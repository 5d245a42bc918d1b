/**
 * Puts text into the clipboard. Browsers give their clipboard only to pages of https and of this machine; elsewhere the older way does it.
 * @param {string} text
 */
export async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const put = (/** @type {ClipboardEvent} */ event) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', put, { once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', put);
}
