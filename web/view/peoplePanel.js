import { html, nothing, repeat } from './lit.js';
import { glyph, isolated } from './parts.js';

/** @import { People } from '../chat/people.js' */
/** @import { User } from '../chat/types.js' */

/** Shows nothing until the server sends the count. @param {People} people */
const count = ({ count }) => (count ? count.toLocaleString() : '');

/** Makes the button that opens the drawer of a narrow page. @param {People} people */
export const peopleToggle = (people) => html`
  <button id="people-toggle" type="button" class="tool people-toggle" popovertarget="people">
    ${glyph('people')}<span class="count">${count(people)}</span><span class="unseen">people online</span>
  </button>
`;

/**
 * Shows the people online in a column; on a narrow page in a popover, which takes the focus until Escape or a tap
 * beside it.
 * @param {People} people
 */
export const peoplePanel = (people) => html`
  <aside id="people" class="people" popover aria-labelledby="people-title">
    <div class="people-head">
      <h2 id="people-title" class="people-title">Online</h2>
      <span id="people-count" class="count">${count(people)}</span>
      <button type="button" class="tool people-close" popovertarget="people" popovertargetaction="hide" autofocus>
        ${glyph('close')}<span class="unseen">Close</span>
      </button>
    </div>
    <ul id="people-list" class="people-list">
      ${repeat(
        people.listed,
        ({ id }) => id,
        (user) => person(user, user === people.me),
      )}
    </ul>
    <p class="people-more" ?hidden=${people.unlisted === 0}>and ${people.unlisted.toLocaleString()} more</p>
  </aside>
`;

/** @param {User} user @param {boolean} isMe */
const person = ({ name }, isMe) => html`
  <li class=${isMe ? 'person me' : 'person'}>
    ${isolated('person-name', name)} ${isMe ? html`<span class="person-you">you</span>` : nothing}
  </li>
`;
