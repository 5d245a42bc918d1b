import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { slidesPage } from '../slides/build.js';
import { readCourse } from '../src/course.js';
import { launchChromium } from '../../web/test/browser/chromium.js';

test('the slides open from a file, load nothing else, and fit the screen', async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-slides-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'slides.html');
  fs.writeFileSync(file, slidesPage(await readCourse()));
  const browser = await launchChromium();
  t.after(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  /** @type {string[]} */
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('request', (request) => /^(file|data|blob):/.test(request.url()) || faults.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('section.present h1');
  const slides = await page.evaluate(() => {
    const { Reveal } = /** @type {any} */ (window);
    const seen = [];
    for (const slide of /** @type {HTMLElement[]} */ (Reveal.getSlides())) {
      const { h, v } = Reveal.getIndices(slide);
      Reveal.slide(h, v);
      const { scrollHeight } = slide;
      seen.push({
        title: slide.querySelector('h1, h2')?.textContent,
        scrollHeight,
        notes: Reveal.getSlideNotes(slide),
      });
    }
    return seen;
  });
  assert.ok(slides.length > 50, `${slides.length} slides`);
  assert.deepEqual(
    slides.filter(({ scrollHeight, title }) => scrollHeight > 720 || !title),
    [],
    'too high, or without a title',
  );
  assert.match(`${slides[2].notes}`, /hands up/i);
  assert.deepEqual(faults, []);
});
