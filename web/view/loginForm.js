import { ChatError } from '../chat/chatError.js';
import { logInPatiently } from '../chat/patientLogin.js';
import { element, isolated, setInvalid } from './element.js';

/**
 * The login form: one form to log in and to register. A name that nobody has is registered by a second press, since it may be a mistyped one.
 * @param {object} parts
 * @param {import('../chat/api.js').Api['logIn']} parts.logIn
 * @param {(user: import('../chat/types.js').User) => void} parts.entered
 * @param {boolean} parts.asksJoinCode of who registers
 */
export function createLoginForm({ logIn, entered, asksJoinCode }) {
  const form = element('login-form');
  const name = /** @type {HTMLInputElement} */ (element('login-name'));
  const password = /** @type {HTMLInputElement} */ (element('login-password'));
  const code = /** @type {HTMLInputElement} */ (element('login-code'));
  const submit = /** @type {HTMLButtonElement} */ (element('login-submit'));
  const reveal = element('login-reveal');
  const registering = element('login-registering');
  /** The name that the next press registers. @type {string | null} */
  let newName = null;
  const fields = new Map([
    ['login', name],
    ['password', password],
    ['joinCode', code],
  ]);

  /** @param {HTMLInputElement} input @param {string} message */
  function mark(input, message) {
    element(`${input.id}-error`).textContent = message;
    setInvalid(input, message !== '');
  }

  /** @param {string | null} login */
  function offerToRegister(login) {
    newName = login;
    form.toggleAttribute('data-registers', login !== null);
    submit.textContent = login === null ? 'Enter the chat' : 'Register';
    registering.replaceChildren();
    if (login !== null) registering.append('New here: this registers ', isolated('login-new', login.trim()), '.');
  }

  /** @param {boolean} shown */
  function revealPassword(shown) {
    password.type = shown ? 'text' : 'password';
    reveal.setAttribute('aria-pressed', String(shown));
  }

  function clear() {
    for (const input of fields.values()) mark(input, '');
    element('login-error').textContent = '';
  }

  /** @param {ChatError} error */
  function complain(error) {
    if (error.code === 'login_unknown') {
      offerToRegister(name.value);
      submit.focus();
      return;
    }
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
      const how = { joinCode, register: newName === login };
      const user = await logInPatiently(() => logIn(login, secret, how), { waiting: askForPatience });
      password.value = '';
      revealPassword(false);
      offerToRegister(null);
      entered(user);
    } catch (error) {
      submit.disabled = false;
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
  name.addEventListener('input', () => offerToRegister(null));
  reveal.addEventListener('click', () => revealPassword(password.type === 'password'));

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
