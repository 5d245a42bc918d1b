import assert from 'node:assert/strict';
import { execSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { launchChromium } from './chromium.js';

/** The server under test, whichever it is: the tests know it by this URL alone. */
export const url = process.env.CHAT_URL ?? '';
/**
 * A command that kills the server's socket process at once, or sends it the signal that stands behind --signal.
 * Whoever started the process starts it again.
 */
export const kill = process.env.CHAT_KILL ?? '';

/** @typedef {import('playwright-core').Page} Page */

const PATIENCE_MS = 60_000;

/**
 * A Chromium with any number of people in it, each with a profile of their own.
 * @param {string} [at] the chat's URL
 * @returns {Promise<Browser>}
 * @typedef {object} Browser
 * @property {(options?: object, prepare?: (page: Page) => Promise<void>) => Promise<Page>} newPage
 *   in a profile of its own, at the chat
 * @property {(name?: string, options?: object) => Promise<Page>} enter  a new user, logged in
 * @property {() => Promise<void>} leave  closes all pages, so that no test works for the pages of those before it
 * @property {() => Promise<void>} close  fails where a page threw, or broke the Content-Security-Policy
 */
export async function openBrowser(at = url) {
  assert.ok(at, 'CHAT_URL names no server: CHAT_URL=http://127.0.0.1:3000 node --test web/test/browser');
  const browser = await launchChromium();
  /** @type {string[]} */
  const faults = [];

  /** @param {object} [options] @param {(page: Page) => Promise<void>} [prepare] before it goes to the chat */
  async function newPage(options, prepare) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    await context.addInitScript(spy);
    context.on('weberror', (error) => faults.push(`a page threw: ${error.error().stack}`));
    context.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
    });
    const page = await context.newPage();
    await prepare?.(page);
    await page.goto(at);
    return page;
  }

  return {
    newPage,
    async enter(name = unusedName(), options) {
      const page = await newPage(options);
      await logIn(page, name);
      return page;
    },
    async leave() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async close() {
      await browser.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** Runs in the page before its own scripts: counts the notes it plays. */
function spy() {
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

let names = 0;
/** @param {string} [prefix] @returns {string} a login that nobody has used */
export function unusedName(prefix = 'user') {
  return `${prefix}-${process.pid}-${Date.now().toString(36)}-${names++}`;
}

/** @param {import('playwright-core').Page} page @param {string} name @param {string} [password] */
export async function logIn(page, name, password = 'secret') {
  await page.fill('#login-name', name);
  await page.fill('#login-password', password);
  await page.press('#login-password', 'Enter');
  await confirmRegistering(page);
  await page.waitForSelector('#chat[data-connection="joined"]', { timeout: PATIENCE_MS });
}

/** Presses Enter once more where the page says that the name is new. @param {import('playwright-core').Page} page */
export async function confirmRegistering(page) {
  const asked = await page.waitForSelector('#login-form[data-registers], #chat:not([hidden])', {
    timeout: PATIENCE_MS,
  });
  if ((await asked.getAttribute('id')) === 'login-form') await page.press('#login-submit', 'Enter');
}

/** @param {import('playwright-core').Page} page @param {string} text */
export async function say(page, text) {
  await page.fill('#composer-text', text);
  await page.press('#composer-text', 'Enter');
}

/** @param {Page} page @returns {Promise<string[]>} the stored messages on the page, from top to bottom */
export function texts(page) {
  return page.$$eval('.row[data-id] .text', (rows) => rows.map((row) => row.textContent ?? ''));
}

/** @param {import('playwright-core').Page} page @returns {Promise<number[]>} their ids, from top to bottom */
export function ids(page) {
  return page.$$eval('.row[data-id]', (rows) => rows.map((row) => Number(/** @type {HTMLElement} */ (row).dataset.id)));
}

/** @param {import('playwright-core').Page} page @param {string} text waits until it stands there, stored */
export async function sees(page, text) {
  await until(async () => (await texts(page)).includes(text), `"${text}" in the conversation`);
}

/**
 * @param {() => Promise<unknown>} holds
 * @param {string} what
 * @param {number} [ms]
 */
export async function until(holds, what, ms = PATIENCE_MS) {
  const end = Date.now() + ms;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `waited ${ms} ms in vain for: ${what}`);
    await pause(100);
  }
}

/**
 * Sends the server under test a signal.
 * @param {'SIGKILL' | 'SIGSTOP' | 'SIGCONT'} [signal] SIGKILL: it comes back by itself. SIGSTOP: it hangs until SIGCONT
 */
export function killServer(signal = 'SIGKILL') {
  execSync(`${kill} --signal ${signal}`, { stdio: 'ignore' });
}
