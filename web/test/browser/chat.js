import { test as base, expect } from '@playwright/test';
import { execSync } from 'node:child_process';
import { createClient, freshId, PASSWORD } from '../../../contract/client.js';

export { expect, freshId as unused };

/** @typedef {import('@playwright/test').Page} Page */
/**
 * A page in a profile of its own, at the chat.
 * @typedef {(options?: PageOptions, prepare?: (page: Page) => Promise<void>) => Promise<Page>} NewPage
 * @typedef {import('@playwright/test').BrowserContextOptions & {cookie?: string, at?: string}} PageOptions cookie: of a
 *   session; at: a chat at another URL
 * @typedef {(options?: PageOptions & {name?: string}, prepare?: (page: Page) => Promise<void>) => Promise<Page>} Enter
 */

/**
 * `server` is the chat under test, as the contract's client knows it. `newPage` opens a page, `enter` the page of
 * somebody who is logged in. `ann` is such a page; `bob` is somebody else, without a page. A test fails where a page
 * threw, or broke the Content-Security-Policy.
 */
export const test = base.extend({
  server: [
    async ({}, use) => use(await createClient(process.env.CHAT_URL ?? 'http://127.0.0.1:3000')),
    { scope: 'worker' },
  ],

  newPage: async ({ browser, contextOptions, baseURL, viewport }, use) => {
    /** @type {import('@playwright/test').BrowserContext[]} */
    const contexts = [];
    /** @type {string[]} */
    const faults = [];
    await use(async ({ cookie, at = baseURL, ...options } = {}, prepare) => {
      const context = await browser.newContext({ ...contextOptions, viewport, ...options });
      contexts.push(context);
      await context.addInitScript(countNotes);
      context.on('weberror', (error) => faults.push(`a page threw: ${error.error().stack}`));
      context.on('console', (message) => {
        if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
      });
      if (cookie) await context.addCookies(cookiesIn(cookie, at));
      const page = await context.newPage();
      await prepare?.(page);
      await page.goto(at);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(faults).toEqual([]);
  },

  enter: async ({ server, newPage }, use) =>
    use(async ({ name, ...options } = {}, prepare) => {
      const { cookie } = await server.person(name);
      const page = await newPage({ ...options, cookie }, prepare);
      await joined(page);
      return page;
    }),

  ann: async ({ enter }, use) => use(await enter()),
  bob: async ({ server }, use) => use(await server.person()),
});

/** @param {string} header @param {string} url */
const cookiesIn = (header, url) =>
  header.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });

/** Runs in the page before its own scripts. */
function countNotes() {
  const Real = window.OscillatorNode;
  Object.assign(window, { notesPlayed: 0 });
  window.OscillatorNode = class extends Real {
    /** @param {number} at */
    start(at) {
      /** @type {any} */ (window).notesPlayed++;
      super.start(at);
    }
  };
}

/** @param {Page} page */
export const joined = (page) => expect(page.locator('#chat')).toHaveAttribute('data-connection', 'joined');

/** Logs in by the form; a new name is registered. @param {Page} page @param {string} name @param {string} [password] */
export async function logIn(page, name, password = PASSWORD) {
  await page.fill('#login-name', name);
  await page.fill('#login-password', password);
  await page.press('#login-password', 'Enter');
  const registering = page.locator('#login-form[data-registers]');
  await registering.or(page.locator('#chat:visible')).waitFor();
  if (await registering.count()) await page.click('#login-submit');
  await joined(page);
}

/** @param {Page} page @param {string} text */
export async function say(page, text) {
  await page.fill('#composer-text', text);
  await page.press('#composer-text', 'Enter');
}

/** The rows of stored messages with that text. @param {Page} page @param {string} text */
export const rows = (page, text) =>
  page.locator('.row[data-id]', { has: page.locator('.text').getByText(text, { exact: true }) });

/** Waits until it stands there, stored. @param {Page} page @param {string} text */
export const sees = (page, text) => expect(rows(page, text)).toHaveCount(1);

/** The stored messages whose text begins so, from top to bottom. @param {Page} page @param {string} mark */
export const textsOf = (page, mark) => page.locator('.row[data-id] .text').filter({ hasText: new RegExp(`^${mark}`) });

/** @param {Page} page @returns {Promise<number[]>} the ids on the page, from top to bottom */
export const ids = (page) =>
  page
    .locator('.row[data-id]')
    .evaluateAll((all) => all.map((row) => Number(/** @type {HTMLElement} */ (row).dataset.id)));

/** The command that kills the server's socket process; whoever started the process starts it again. */
export const kill = process.env.CHAT_KILL ?? '';
export const killServer = () => execSync(kill, { stdio: 'ignore' });
