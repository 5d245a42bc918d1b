import { ChatError } from '../chat/chatError.js';
import { logInPatiently } from '../chat/patientLogin.js';
import { html, nothing } from './lit.js';
import { mark } from './mark.js';
import { invalid, isolated } from './parts.js';

/** @typedef {'login' | 'password' | 'joinCode' | 'form'} Place of an error */

/** Ids of the fields that an error of the server may name. */
const FIELDS = new Map([
  ['login', 'login-name'],
  ['password', 'login-password'],
  ['joinCode', 'login-code'],
]);

/**
 * One form to log in and to register. An unused name needs a second press to register, since it may be mistyped.
 * @param {object} parts
 * @param {import('../chat/types.js').Config} parts.config
 * @param {import('../chat/api.js').Api['logIn']} parts.logIn
 * @param {(user: import('../chat/types.js').User) => void} parts.entered
 * @param {(template: unknown) => void} parts.show
 * @param {string} [parts.note]  why the user is here again
 * @param {string} [parts.name]  of the last user
 */
export function openLoginScreen({ config, logIn, entered, show, note = '', name = '' }) {
  const asksJoinCode = config.features.includes('joinCode');
  /** @type {Partial<Record<Place, string>>} */
  let errors = {};
  /** The name that the next press registers. @type {string | null} */
  let newName = null;
  let revealed = false;
  let busy = false;

  const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
  const draw = () => show(screen());

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    if (busy) return;
    const [login, password] = [input('login-name').value, input('login-password').value];
    const joinCode = asksJoinCode ? input('login-code').value.trim() : undefined;
    [errors, note, busy] = [{}, '', true];
    draw();
    try {
      const how = { joinCode, register: newName === login };
      entered(await logInPatiently(() => logIn(login, password, how), { waiting }));
    } catch (error) {
      [note, busy] = ['', false];
      complain(ChatError.from(error), login);
    }
  }

  /** @param {ChatError} error */
  function waiting({ retryAfter }) {
    note = `Many people log in right now. Your turn comes by itself, in about ${retryAfter ?? 1} s.`;
    draw();
  }

  /** @param {ChatError} error @param {string} login */
  function complain({ code, field, message, retryAfter }, login) {
    if (code === 'login_unknown') {
      newName = login;
      draw();
      return input('login-submit').focus();
    }
    const place = FIELDS.has(field ?? '') ? /** @type {Place} */ (field) : 'form';
    errors = { [place]: message + (retryAfter ? ` (${retryAfter} s)` : '') };
    draw();
    const wrong = input(FIELDS.get(place) ?? 'login-password');
    wrong.focus();
    wrong.select();
  }

  /** @param {Event} event */
  function typed({ target }) {
    delete errors[/** @type {Place} */ (/** @type {HTMLInputElement} */ (target).name)];
    if (/** @type {HTMLInputElement} */ (target).name === 'login') newName = null;
    draw();
  }

  function reveal() {
    revealed = !revealed;
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
        ${field('login-name', 'login', 'Name', { autocomplete: 'username', value: name })}
        ${field('login-password', 'password', 'Password', {
          ...{ autocomplete: 'current-password', type: revealed ? 'text' : 'password' },
          tool: html`<button id="login-reveal" type="button" class="link" aria-pressed=${revealed} @click=${reveal}>
            Show<span class="unseen"> password</span>
          </button>`,
        })}
        ${asksJoinCode ? codeField() : nothing}
        <p id="login-error" class="field-error" role="alert">${errors.form}</p>
        <p id="login-registering" class="note" role="status">${registering()}</p>
        <button id="login-submit" type="submit" class="button primary" ?disabled=${busy}>
          ${newName === null ? 'Enter the chat' : 'Register'}
        </button>
      </form>
    </main>
  `;

  /**
   * @param {string} id @param {Exclude<Place, 'form'>} place @param {string} label
   * @param {{ type?: string, autocomplete?: string, value?: string, hint?: string, tool?: unknown }} how
   */
  const field = (id, place, label, { type = 'text', autocomplete = 'off', value = '', hint, tool = nothing }) => html`
    <div class="field">
      <label for=${id}>${label}</label>
      <div class=${tool === nothing ? '' : 'with-tool'}>
        <input
          id=${id}
          name=${place}
          type=${type}
          autocomplete=${autocomplete}
          autocapitalize="none"
          autocorrect="off"
          spellcheck="false"
          dir="auto"
          value=${value}
          aria-invalid=${invalid(errors[place])}
          aria-describedby="${id}-hint ${id}-error"
        />
        ${tool}
      </div>
      ${hint ? html`<p id="${id}-hint" class="field-hint">${hint}</p>` : nothing}
      <p id="${id}-error" class="field-error" role="alert">${errors[place]}</p>
    </div>
  `;

  const codeField = () => field('login-code', 'joinCode', 'Join code', { value: codeInLink(), hint: CODE_HINT });

  draw();
  input(name ? 'login-password' : 'login-name').focus();
}

const CODE_HINT = 'Only when you register: whoever runs this chat tells it.';

/** A link or the QR code of a class may have the join code behind the #, which browsers send to no server. */
const codeInLink = () => new URLSearchParams(location.hash.slice(1)).get('join') ?? '';
