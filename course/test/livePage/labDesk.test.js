import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LabDesk } from '../../livePage/server/labDesk.js';

test('where a lab is told to have ended, the next may begin', async (t) => {
  const desk = await LabDesk.ofCourse({}, new URL('course/', import.meta.url));
  t.after(() => desk.close());
  /** @type {Array<{state: string, isBusy: boolean}>} */
  const told = [];
  const ended = new Promise((resolve) =>
    desk.on('lab', (_id, { state }) => {
      told.push({ state, isBusy: desk.isBusy });
      if (state !== 'running') resolve(undefined);
    }),
  );
  desk.start({ id: desk.course[0].id, prediction: 1, short: true });
  await ended;
  assert.deepEqual(told.at(-1), { state: 'ended', isBusy: false });
  assert.equal(desk.runs.get(desk.course[0].id)?.came?.record.held, true);
});
