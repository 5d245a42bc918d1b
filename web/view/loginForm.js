import { ChatError } from '../chat/chatError.js';
import { logInPatiently } from '../chat/patientLogin.js';
import { element } from './element.js';

/**
 * The login form: one form to log in and to register.
 * @param {object} parts
 * @param {(login: string, password: string, joinCode?: string) => Promise<import('../chat/types.js').User>} parts.logIn
 * @param {(user: import('../chat/types.js').User) => void} parts.entered
 * @param {boolean} parts.asksJoinCode of who registers
 */
export function createLoginForm({ logIn, entered, asksJoinCode }) {
  const form = element('login-form');
  const name = /** @type {HTMLInputElement} */ (element('login-name'));
  const password = /** @type {HTMLInputElement} */ (element('login-password'));
  const code = /** @type {HTMLInputElement} */ (element('login-code'));
  const submit = /** @type {HTMLButtonElement} */ (element('login-submit'));
  const fields = new Map([
    ['login', name],
    ['password', password],
    ['joinCode', code],
  ]);

  /** @param {HTMLInputElement} input @param {string} message */
  function mark(input, message) {
    element(`${input.id}-error`).textContent = message;
    if (message) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  }

  function clear() {
    for (const input of fields.values()) mark(input, '');
    element('login-error').textContent = '';
  }

  /** @param {ChatError} error */
  function complain(error) {
    const input = fields.get(error.field ?? '');
    const wait = error.retryAfter ? ` (${error.retryAfter} s)` : '';
    if (input) mark(input, error.message + wait);
    else element('login-error').textContent = error.message + wait;
    (input ?? password).focus();
    (input ?? password).select();
  }

  /** @param {ChatError} error */
  function askForPatience({ retryAfter }) {
    element('login-note').textContent =
      `Many people log in right now. Your turn comes by itself, in about ${retryAfter ?? 1} s.`;
    element('login-note').hidden = false;
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    clear();
    element('login-note').hidden = true;
    submit.disabled = true;
    try {
      const [login, secret, joinCode] = [name.value, password.value, asksJoinCode ? code.value.trim() : undefined];
      const user = await logInPatiently(() => logIn(login, secret, joinCode), { waiting: askForPatience });
      password.value = '';
      entered(user);
    } catch (error) {
      complain(ChatError.from(error));
    } finally {
      element('login-note').hidden = true;
      submit.disabled = false;
    }
  });
  element('login-code-field').hidden = !asksJoinCode;
  // A link, or the QR code of a class, may bring it; it is behind the #, so that it is sent to no server.
  code.value = new URLSearchParams(location.hash.slice(1)).get('join') ?? '';
  for (const input of fields.values()) input.addEventListener('input', () => mark(input, ''));

  return {
    /** @param {string} [note] why one is here again */
    show(note) {
      clear();
      element('login-note').textContent = note ?? '';
      element('login-note').hidden = !note;
      element('login').hidden = false;
      (name.value ? password : name).focus();
    },
    hide() {
      element('login').hidden = true;
    },
  };
}
