import { html } from 'lit-html';

/**
 * How phones join the chats: QR codes and the join code; and how many users are online.
 * @param {import('../lesson.js').LessonState | undefined} lesson
 */
export function roomView(lesson) {
  if (!lesson) return html`<p class="nobody">Looking for the chats ...</p>`;
  const { joinCode, rooms } = lesson;
  return html`<div class="rooms">
      ${rooms.map(({ name, title, link, online }) => {
        const phone = `${link}${joinCode && `/#join=${joinCode}`}`;
        return html`<section aria-label=${title}>
          <h2 class="of-${name}">${title}</h2>
          <img src="/qr.svg?link=${encodeURIComponent(phone)}" alt="QR code of ${phone}" />
          <p class="link">${link}</p>
          <p class="online"><b>${online ?? '–'}</b> here</p>
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
