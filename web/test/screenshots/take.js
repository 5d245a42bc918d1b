import { mkdirSync } from 'node:fs';
import { logIn as logInByForm } from '../browser/chat.js';
import { launchChromium } from '../browser/chromium.js';
import { ME, TALK } from './talk.js';

// Takes the pictures of docs/screenshots from two freshly started chats with empty stores:
//   node web/test/screenshots/take.js http://127.0.0.1:3000 http://127.0.0.1:8000 [FOLDER]
const [nodeUrl, laravelUrl, folder = 'docs/screenshots'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const browser = await launchChromium();

const DESKTOP = { width: 1280, height: 800 };
let outOfReach = false;
const PHONE = { width: 390, height: 844 };

/** @param {string} url @param {object} [options] */
async function open(url, options) {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', colorScheme: 'light', ...options });
  const page = await context.newPage();
  // The picture of a lost connection needs a server that is out of reach.
  await page.routeWebSocket(/./, (socket) => void (outOfReach ? socket.close() : socket.connectToServer()));
  await page.goto(url);
  return page;
}

/** @param {import('@playwright/test').Page} page @param {string} name */
async function logIn(page, name) {
  await logInByForm(page, name, 'a long walk');
  await page.waitForTimeout(400);
}

/** @param {import('@playwright/test').Page} page @param {string} name */
async function shoot(page, name) {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `${folder}/${name}.png` });
  console.log(`${folder}/${name}.png`);
}

/**
 * The talk took place within seconds. In the pictures it has the pace of people, over an evening and a morning.
 * @param {import('@playwright/test').Page} page
 */
async function spreadTimes(page) {
  const morning = new Date().setHours(9, 12, 0, 0);
  await page.route('**/messages?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const message of answer.messages) {
      const evening = message.id <= 9;
      const minutes = message.id * 3 + (message.id % 2);
      message.at = new Date(morning - (evening ? 12.3 * 3_600_000 : 0) + minutes * 60_000).toISOString();
    }
    await route.fulfill({ response, json: answer });
  });
  await page.reload();
  await page.waitForSelector('#chat[data-connection="joined"]');
  // Who comes is not announced in the first five seconds.
  await page.waitForTimeout(5500);
}

/** @param {string} url @param {string} name */
async function takeAll(url, name) {
  const login = await open(url);
  await shoot(login, `${name}-login`);
  const me = login;
  await logIn(me, ME);
  await shoot(me, `${name}-empty`);

  /** @type {Map<string, import('@playwright/test').Page>} */
  const people = new Map([[ME, me]]);
  for (const who of new Set(TALK.map(([speaker]) => speaker))) {
    if (people.has(who)) continue;
    const page = await open(url);
    await logIn(page, who);
    people.set(who, page);
  }
  for (const [who, text] of TALK) {
    const page = /** @type {import('@playwright/test').Page} */ (people.get(who));
    await page.fill('#composer-text', text);
    await page.press('#composer-text', 'Enter');
    await me.waitForFunction(
      (last) => [...document.querySelectorAll('.row[data-id] .text')].at(-1)?.textContent === last,
      text,
    );
  }
  await spreadTimes(me);
  await logIn(await open(url), 'Nadia Osei');
  const writer = /** @type {import('@playwright/test').Page} */ (people.get('Omar Haddad')).locator('#composer-text');
  await writer.pressSequentially('Which ');
  await shoot(me, `${name}-desktop`);
  await me.emulateMedia({ colorScheme: 'dark' });
  await shoot(me, `${name}-dark`);
  await me.emulateMedia({ colorScheme: 'light' });
  await me.setViewportSize(PHONE);
  await me.click('#people-toggle');
  await shoot(me, `${name}-phone-people`);
  await me.click('#people-close');
  await writer.pressSequentially('list');
  await me.fill('#composer-text', 'I can still change the order of the cars, if');
  await shoot(me, `${name}-phone`);
  await me.emulateMedia({ colorScheme: 'dark' });
  await shoot(me, `${name}-phone-dark`);
  await me.emulateMedia({ colorScheme: 'light' });
  await me.setViewportSize(DESKTOP);
  await me.fill('#composer-text', '');
  await shootSearch(me, name);
  return me;
}

/** @param {import('@playwright/test').Page} page @param {string} name */
async function shootSearch(page, name) {
  await page.click('#search-toggle');
  await page.fill('#search-text', 'win');
  await page.waitForSelector('.result');
  await shoot(page, `${name}-search`);
  await page.setViewportSize(PHONE);
  await shoot(page, `${name}-phone-search`);
  await page.setViewportSize(DESKTOP);
  await page.press('#search-text', 'Escape');
  await page.focus('#composer-text');
}

/**
 * Without a connection, with one message that the server refused and one that it has not confirmed.
 * @param {import('@playwright/test').Page} page @param {string} name
 */
async function shootOffline(page, name) {
  await page.setViewportSize(DESKTOP);
  await page.fill('#composer-text', 'I can bring the tent too, if somebody has room for it.\u0085');
  await page.press('#composer-text', 'Enter');
  await page.waitForSelector('.row.failed');
  outOfReach = true;
  await page.context().setOffline(true);
  await page.fill('#composer-text', 'In the tunnel now, see you on the other side.');
  await page.press('#composer-text', 'Enter');
  await shoot(page, name);
}

/** @param {[import('@playwright/test').Page, import('@playwright/test').Page]} pages */
async function shootPair(pages) {
  const shots = [];
  for (const page of pages) {
    await page.setViewportSize({ width: 800, height: 640 });
    await page.waitForTimeout(600);
    shots.push((await page.screenshot()).toString('base64'));
  }
  const page = await browser.newPage({ viewport: { width: 1640, height: 680 } });
  const images = shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join('');
  await page.setContent(
    `<style>body{margin:0;padding:20px 13px;display:flex;gap:14px;background:#dfe2de}
     img{border-radius:10px;box-shadow:0 2px 16px rgb(0 0 0/18%)}</style>${images}`,
  );
  await page.screenshot({ path: `${folder}/pair.png` });
  console.log(`${folder}/pair.png`);
}

const pages = [];
if (nodeUrl) pages.push(await takeAll(nodeUrl, 'node'));
if (laravelUrl) pages.push(await takeAll(laravelUrl, 'laravel'));
if (pages.length === 2) await shootPair([pages[0], pages[1]]);
if (pages.length) await shootOffline(pages[pages.length - 1], pages.length === 2 ? 'laravel-offline' : 'node-offline');
await browser.close();
