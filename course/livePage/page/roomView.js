import { html } from 'lit-html';

/** @import { Room } from '../room.js' */

/**
 * Shows how phones join the chats: QR codes and the join code.
 * @param {Room} room
 */
export function roomView({ joinCode, chats }) {
  return html`<div class="rooms">
      ${chats.map(({ name, title, link }) => {
        const phone = `${link}${joinCode && `/#join=${joinCode}`}`;
        return html`<section aria-label=${title}>
          <h2 class="of-${name}">${title}</h2>
          <img src="/qr.svg?link=${encodeURIComponent(phone)}" alt="QR code of ${phone}" />
          <p class="link">${link}</p>
        </section>`;
      })}
    </div>
    ${
      joinCode
        ? html`<p class="code">Join code <b>${joinCode}</b></p>`
        : html`<p class="nobody">Only this machine reaches the chats. For a class: <code>${OPEN}</code></p>`
    }`;
}

const OPEN = 'infra/up --lecture --classroom --detach';
