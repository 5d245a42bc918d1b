import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '../../../contract/harness/client.js';
import { cookiesIn, launchChromium } from '../browser/chromium.js';
import { AFTERWARDS, ME, TALK } from './talk.js';

/** @import { Page } from '@playwright/test' */

// Takes the pictures of docs/screenshots from two freshly started chats with empty stores; the moving one needs
// img2webp (Debian's package webp):
//   node web/test/screenshots/take.js http://127.0.0.1:3000 http://127.0.0.1:8000
const [nodeUrl, laravelUrl] = process.argv.slice(2);
const browser = await launchChromium();
const DESKTOP = { width: 1280, height: 800 };

async function shoot(page, name) {
  await page.screenshot({ path: `docs/screenshots/${name}.png`, animations: 'disabled' });
  console.log(`docs/screenshots/${name}.png`);
}

/**
 * Spreads the times of the messages, which were sent within seconds, over half a day until now.
 * @param {Page} page
 */
async function spreadTimes(page) {
  const now = Date.now();
  await page.route('**/messages?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const message of answer.messages) {
      const minutes = (TALK.length - message.id) * 3 + (message.id % 2) + (message.id <= 9 ? 12.3 * 60 : 0);
      message.at = new Date(now - minutes * 60_000).toISOString();
    }
    await route.fulfill({ response, json: answer });
  });
}

async function takeAll(url, name) {
  const server = await createClient(url);
  const people = new Map();
  for (const who of new Set([ME, ...TALK.map(([speaker]) => speaker)])) people.set(who, await server.person(who));
  for (const [who, text, replyTo] of TALK) await people.get(who)?.say(text, undefined, replyTo);
  const sockets = new Map();
  for (const [who, person] of people) if (who !== ME) sockets.set(who, await person.join());

  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', colorScheme: 'light' });
  await context.addCookies(cookiesIn(people.get(ME).cookie, url));
  const page = await context.newPage();
  await spreadTimes(page);
  await page.goto(url);
  await page
    .locator('.row[data-id]')
    .nth(TALK.length - 1)
    .waitFor();
  await page
    .locator('.person')
    .nth(people.size - 1)
    .waitFor();
  sockets.get('Omar Haddad').emit('typing', {});
  await page.locator('#typing').waitFor();
  if (name === 'node') await shootOne(page);
  await page.setViewportSize({ width: 800, height: 640 });
  const frames = await film(page, { people, sockets });
  for (const socket of sockets.values()) socket.close();
  return frames;
}

/** Takes the moving picture: others type and send, then this user does. */
async function film(page, { people, sockets }) {
  const frames = [];
  const take = async () => frames.push((await page.screenshot()).toString('base64'));
  const shown = (text) => page.locator('.row[data-id]', { hasText: text }).waitFor();
  for (const [who, text] of AFTERWARDS) {
    if (who === ME) await page.fill('#composer-text', text);
    else {
      sockets.get(who).emit('typing', {});
      await page.locator('#typing', { hasText: who.split(' ')[0] }).waitFor();
    }
    await take();
    if (who === ME) await page.press('#composer-text', 'Enter');
    else await people.get(who).say(text);
    await shown(text);
    await take();
  }
  return frames;
}

/** Pictures of only one chat, because both pages look the same. */
async function shootOne(page) {
  await shoot(page, 'node-desktop');
  await page.click('#search-toggle');
  await page.fill('#search-text', 'win');
  await page.locator('.result').first().waitFor();
  await shoot(page, 'node-search');
  await page.press('#search-text', 'Escape');
  await page.focus('#composer-text');
}

/** Puts both chats beside each other, one picture for each moment. */
async function shootPair(films) {
  const page = await browser.newPage({ viewport: { width: 1640, height: 680 } });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'film-'));
  const files = films[0].map((_, index) => path.join(folder, `${index}.png`));
  for (const [index, file] of files.entries()) {
    const images = films.map((frames) => `<img src="data:image/png;base64,${frames[index]}">`).join('');
    await page.setContent(
      `<style>body{margin:0;padding:20px 13px;display:flex;gap:14px;background:#dfe2de}
       img{border-radius:10px;box-shadow:0 2px 16px rgb(0 0 0/18%)}</style>${images}`,
    );
    await page.screenshot({ path: file });
  }
  const result = 'docs/screenshots/pair.webp';
  execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '75', '-d', '1400', ...files, '-o', result]);
  fs.rmSync(folder, { recursive: true });
  console.log(result);
}

await shootPair([await takeAll(nodeUrl, 'node'), await takeAll(laravelUrl, 'laravel')]);
await browser.close();
