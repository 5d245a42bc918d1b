import { expect, logIn, say, sees, test, unused } from './chat.js';

test('an unknown login is told to be new, and a second press registers it and enters the chat', async ({
  newPage,
  server,
}) => {
  const page = await newPage();
  const name = unused().slice(0, 20);
  await page.fill('#login-name', `${name}-mistyped`);
  await page.fill('#login-password', 'secret');
  await page.click('#login-reveal');
  await expect(page.locator('#login-password')).toHaveAttribute('type', 'text');
  await page.press('#login-password', 'Enter');
  await expect(page.locator('#login-registering')).toHaveText(`New here: this registers ${name}-mistyped.`);
  await page.fill('#login-name', name);
  await expect(page.locator('#login-registering')).toBeEmpty();
  await logIn(page, name);
  await expect(page.locator('#login')).toBeHidden();
  await expect(page.locator('#whoami')).toHaveText(name);
  await expect(page.locator('#composer-text')).toBeFocused();
  const json = { login: `${name}-mistyped`, password: 'secret', register: false };
  expect((await server.call('POST', '/login', { json })).status).toBe(404);
});

test('a wrong password is told next to the password, and does not enter', async ({ newPage, server }) => {
  const { login } = await server.person();
  const page = await newPage();
  await page.fill('#login-name', login);
  await page.fill('#login-password', 'guessed');
  await page.click('#login-submit');
  await expect(page.locator('#login-password-error')).toContainText('does not match');
  await expect(page.locator('#login-password')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#login-password')).toBeFocused();
  await expect(page.locator('#chat')).toBeHidden();
  await logIn(page, login);
});

test('the button at the bottom right leaves the chat, and the next user of the tab sees nothing of it', async ({
  ann,
}) => {
  const box = await ann.locator('#leave').boundingBox();
  expect(box?.x).toBeGreaterThan(1280 * 0.8);
  expect(box?.y).toBeGreaterThan(800 * 0.85);
  await ann.fill('#composer-text', 'a secret draft');
  await ann.click('#leave');
  await expect(ann.locator('#login')).toBeVisible();
  expect(await ann.evaluate(async () => (await fetch('/me')).status)).toBe(401);
  await ann.reload();
  await logIn(ann, unused());
  await expect(ann.locator('#composer-text')).toHaveValue('');
  const text = unused();
  await say(ann, text);
  await sees(ann, text);
});
