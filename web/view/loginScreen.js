import { logInPatiently } from '../chat/patientLogin.js';
import { html, nothing } from './lit.js';
import { mark } from './mark.js';
import { isolated } from './parts.js';

/** @import { Api } from '../chat/api.js' */
/** @import { ChatError } from '../chat/chatError.js' */
/** @import { Config, User } from '../chat/types.js' */

/** The fields that an error of the server may name, and the ids of their inputs. @type {Record<string, string>} */
const FIELDS = { login: 'login-name', password: 'login-password', joinCode: 'login-code' };

/**
 * Shows one form to log in and to register. A second press registers an unused name, since it may be mistyped.
 * @param {object} parts
 * @param {Config} parts.config
 * @param {Api['logIn']} parts.logIn
 * @param {(user: User) => void} parts.entered
 * @param {(template: unknown) => void} parts.show
 * @param {string} [parts.note]  why the user is here again
 * @param {string} [parts.name]  the last user's
 */
export function openLoginScreen({ config, logIn, entered, show, note = '', name = '' }) {
  const asksJoinCode = config.features.includes('joinCode');
  /** The error and the field that it names; '': there is none. */
  let error = { field: '', message: '' };
  /** The name that the next press registers. @type {string | null} */
  let newName = null;
  let busy = false;

  const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
  const draw = () => show(screen());

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    if (busy) return;
    const [login, password] = [input('login-name').value, input('login-password').value];
    const joinCode = asksJoinCode ? input('login-code').value.trim() : undefined;
    [error.message, note, busy] = ['', '', true];
    draw();
    try {
      const how = { joinCode, register: newName === login };
      entered(await logInPatiently(() => logIn(login, password, how), { waiting }));
    } catch (cause) {
      [note, busy] = ['', false];
      complain(/** @type {ChatError} */ (cause), login);
    }
  }

  /** @param {ChatError} error */
  function waiting({ retryAfter }) {
    note = `Many people log in right now. The page tries again by itself, in about ${retryAfter ?? 1} s.`;
    draw();
  }

  /** @param {ChatError} cause @param {string} login */
  function complain({ code, field = '', message, retryAfter }, login) {
    if (code === 'login_unknown') newName = login;
    else error = { field, message: message + (retryAfter ? ` (${retryAfter} s)` : '') };
    draw();
    if (code === 'login_unknown') return input('login-submit').focus();
    const wrong = input(FIELDS[field] ?? 'login-password');
    wrong.focus();
    wrong.select();
  }

  /** @param {Event} event */
  function typed({ target }) {
    error.message = '';
    if (target === input('login-name')) newName = null;
    draw();
  }

  const registering = () =>
    newName === null ? nothing : html`New here: this registers ${isolated('login-new', newName.trim())}.`;

  const screen = () => html`
    <main id="login" class="login">
      <form
        id="login-form"
        class="login-card"
        novalidate
        aria-labelledby="login-title"
        ?data-registers=${newName !== null}
        @submit=${submit}
        @input=${typed}
      >
        ${mark(config.name)}
        <h1 id="login-title" class="login-title">${config.title}</h1>
        <p class="login-lead">Log in, or pick a new name and password to register.</p>
        <p id="login-note" class="note" role="status">${note}</p>
        ${field('login', 'Name', { autocomplete: 'username', value: name })}
        ${field('password', 'Password', { autocomplete: 'current-password', type: 'password' })}
        ${asksJoinCode ? field('joinCode', 'Join code', { value: codeInLink(), hint: CODE_HINT }) : nothing}
        <p id="login-error" class="field-error" role="alert">${error.field in FIELDS ? nothing : error.message}</p>
        <p id="login-registering" class="note" role="status">${registering()}</p>
        <button id="login-submit" type="submit" class="button primary" ?disabled=${busy}>
          ${newName === null ? 'Enter the chat' : 'Register'}
        </button>
      </form>
    </main>
  `;

  /**
   * @param {string} key one of FIELDS @param {string} label
   * @param {{ type?: string, autocomplete?: string, value?: string, hint?: string }} how
   */
  function field(key, label, { type = 'text', autocomplete = 'off', value = '', hint = '' }) {
    const id = FIELDS[key];
    const wrong = error.field === key ? error.message : '';
    return html`
      <div class="field">
        <label for=${id}>${label}</label>
        <input
          id=${id}
          type=${type}
          autocomplete=${autocomplete}
          autocapitalize="none"
          autocorrect="off"
          spellcheck="false"
          dir="auto"
          value=${value}
          aria-invalid=${Boolean(wrong)}
          aria-describedby="${id}-hint ${id}-error"
        />
        <p id="${id}-hint" class="field-hint" ?hidden=${!hint}>${hint}</p>
        <p id="${id}-error" class="field-error" role="alert">${wrong}</p>
      </div>
    `;
  }

  draw();
  input(name ? 'login-password' : 'login-name').focus();
}

const CODE_HINT = 'Only when you register: whoever runs this chat tells it.';

/** A link or the QR code of a class may have the join code behind the #, which browsers send to no server. */
const codeInLink = () => new URLSearchParams(location.hash.slice(1)).get('join') ?? '';
