import { test as base, expect } from '@playwright/test';
import { createClient, freshId, PASSWORD } from '../../../contract/harness/client.js';
import { cookiesIn } from './chromium.js';

export { expect, freshId as unused };

const { CHAT_URL = 'http://127.0.0.1:3000' } = process.env;
export const DESKTOP = { width: 1280, height: 800 };

/**
 * `server` is the contract's client of the chat under test. `ann` is the page of a logged-in user; it stays open from
 * test to test. `bob` is another user, without a page. `newPage` opens a page in a new browser profile, `enter` that of
 * a logged-in user. A test fails if a page throws or breaks the Content-Security-Policy.
 */
export const test = base.extend({
  server: [async ({}, use) => use(await createClient(CHAT_URL)), { scope: 'worker' }],

  /** Opens pages and collects their faults: those of a test, and those that all tests share. */
  pages: [
    async ({ browser }, use) => {
      const faults = [];
      async function open({ cookie, ...options }, prepare) {
        const context = await browser.newContext({ viewport: DESKTOP, baseURL: CHAT_URL, ...options });
        await context.addInitScript(countNotes);
        context.on('weberror', (error) => faults.push(`a page threw: ${error.error().stack}`));
        context.on('console', (message) => {
          if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
        });
        if (cookie) await context.addCookies(cookiesIn(cookie, CHAT_URL));
        const page = await context.newPage();
        await prepare?.(page);
        await page.goto('/');
        return page;
      }
      await use({ faults, open });
    },
    { scope: 'worker' },
  ],

  annsPage: [
    async ({ server, pages }, use) => {
      const page = await pages.open({ cookie: (await server.person()).cookie });
      await use(page);
      await page.context().close();
    },
    { scope: 'worker' },
  ],

  ann: async ({ annsPage: page }, use) => {
    await joined(page);
    // An address with a message's id would lead to that message at the next reload.
    await page.evaluate(() => history.replaceState(null, '', '/'));
    if (await page.locator('#pill').isVisible()) await page.click('#pill');
    await page.fill('#composer-text', '');
    await use(page);
  },

  newPage: async ({ pages: { open } }, use) => {
    const opened = [];
    await use(async (options = {}, prepare) => {
      const page = await open(options, prepare);
      opened.push(page);
      return page;
    });
    await Promise.all(opened.map((page) => page.context().close()));
  },

  enter: async ({ server, newPage }, use) =>
    use(async ({ name, ...options } = {}, prepare) => {
      const { cookie } = await server.person(name);
      const page = await newPage({ ...options, cookie }, prepare);
      await joined(page);
      return page;
    }),

  bob: async ({ server }, use) => use(await server.person()),
});
test.afterEach(({ pages }) => expect(pages.faults.splice(0)).toEqual([]));

/** Counts the notes that the page plays. It runs before the page's own scripts. */
function countNotes() {
  const Real = window.OscillatorNode;
  Object.assign(window, { notesPlayed: 0 });
  window.OscillatorNode = class extends Real {
    start(at) {
      window.notesPlayed++;
      super.start(at);
    }
  };
}

export const joined = (page) => expect(page.locator('#chat')).toHaveAttribute('data-connection', 'joined');

/** Logs in by the form, and registers a new name. */
export async function logIn(page, name, password = PASSWORD) {
  await page.fill('#login-name', name);
  await page.fill('#login-password', password);
  await page.press('#login-password', 'Enter');
  const registering = page.locator('#login-form[data-registers]');
  await registering.or(page.locator('#chat:visible')).waitFor();
  if (await registering.count()) await page.click('#login-submit');
  await joined(page);
}

export async function say(page, text) {
  await page.fill('#composer-text', text);
  await page.press('#composer-text', 'Enter');
}

/** Finds the rows of stored messages with a text. */
export const rows = (page, text) =>
  page.locator('.row[data-id]', { has: page.locator('.text').getByText(text, { exact: true }) });

/** Waits until the page shows the stored message. */
export const sees = (page, text) => expect(rows(page, text)).toHaveCount(1);

/** Presses a button of the message's row. */
export async function press(page, text, name) {
  await rows(page, text).hover();
  await rows(page, text).getByRole('button', { name }).click();
}

/** Finds the stored messages whose text begins with the mark, from top to bottom. */
export const textsOf = (page, mark) => page.locator('.row[data-id] .text').filter({ hasText: new RegExp(`^${mark}`) });

/** Reads the ids on the page, from top to bottom. */
export const ids = (page) =>
  page.locator('.row[data-id]').evaluateAll((all) => all.map((row) => Number(row.dataset.id)));
