import { ask } from './server.js';

/** Shows what went wrong, and puts the cursor where it can be mended. @param {any} error null: nothing */
export function tell(error) {
  const trouble = /** @type {HTMLElement} */ (document.getElementById('trouble'));
  trouble.textContent = error?.message ?? '';
  trouble.hidden = !error;
  if (!error?.field) return;
  const field = document.getElementById(error.field) ?? document.querySelector(`[name="${CSS.escape(error.field)}"]`);
  if (field instanceof HTMLElement) field.focus();
}

/** @param {string} address @param {object} [body] @returns {Promise<any>} null where it was refused, and has been told */
export async function order(address, body = {}) {
  tell(null);
  try {
    return await ask(address, body);
  } catch (error) {
    tell(error);
    return null;
  }
}
