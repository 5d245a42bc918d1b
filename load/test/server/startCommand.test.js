import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCommand } from '../../src/server/startCommand.js';
import { newFolder } from '../helpers/newFolder.js';

/** @param {string} pid @returns {boolean} whether it runs and is no zombie */
const runs = (pid) =>
  fs.existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));

test('the children of a command that has ended by itself are ended', { timeout: 60_000 }, async (t) => {
  const folder = newFolder(t);
  const script = `sleep 600 & echo $! > ${folder}/pid; echo refused`;
  await assert.rejects(startCommand(['/bin/sh', '-c', script]), /did not start:\nrefused/);
  const pid = fs.readFileSync(`${folder}/pid`, 'utf8').trim();
  // A killed process ends a moment later.
  while (runs(pid)) await sleep(10);
});
