import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { TARGET_NAMES } from '../../src/server/targets.js';
import { PAGE, studiesText } from '../../src/studies/docs.js';
import { figureOf, rankingText, studyMarkdown } from '../../src/studies/studyTables.js';
import { jobsOfStudy, readStudy, STUDIES } from '../../src/studies/studies.js';
import { readWorkload } from '../../src/workload/workloads.js';
import { record } from '../record.js';

test('each study is measured by runs whose requests its tables name, on targets that there are', () => {
  for (const name of STUDIES) {
    const { tables, servers, pair, columns } = readStudy(name);
    for (const target of [...Object.values(servers), ...pair]) assert.ok(TARGET_NAMES.includes(target), target);
    for (const table of tables) {
      const { requests = [] } = readWorkload(table.workload);
      assert.ok(
        requests.some((request) => request.name === table.request),
        `${name}: ${table.title}`,
      );
      for (const figures of Object.values(table.study)) assert.equal(figures.length, columns.length, table.title);
    }
    const files = jobsOfStudy(name, { quick: false }).map(({ file }) => file);
    assert.equal(new Set(files).size, files.length, name);
  }
});

test('of several runs the least and the greatest are left out where the study did so', () => {
  assert.equal(figureOf([1, 10, 2, 3, 0], true), 2);
  assert.equal(figureOf([1, 10, 2], false), 2);
  assert.equal(figureOf([], true), null);
});

test('a ranking is said to repeat, to be the other way round, or to be too close', () => {
  const study = readStudy('spring-express');
  const text = (/** @type {number} */ spring, /** @type {number} */ express) =>
    rankingText(study, {
      servers: ['spring', 'express'],
      theirs: (target) => (target === 'spring' ? 6 : 4),
      ours: (target) => (target === 'spring' ? spring : express),
    });
  assert.match(text(6, 4), /study's order repeats here: Express before Spring MVC on Tomcat\.$/);
  assert.match(text(4, 6), /is the other way round here: Express before Spring MVC on Tomcat\.$/);
  assert.match(text(4, 4.1), /within 10 % in the study or here/);
  assert.match(text(0, 4), /^Of no two servers/, 'who answered nothing has no place');
});

test('a study becomes tables with its own figures beside ours', () => {
  const run = { ...record({ users: 50, target: 'express' }), kind: /** @type {const} */ ('http') };
  run.plan = { ...run.plan, workload: 'crud' };
  run.latencies.POST = { count: 10, min: 1, mean: 2.5, stdDev: 1, p50: 2, p95: 4, p99: 5, max: 7 };
  const text = studyMarkdown(readStudy('spring-express'), /** @type {any} */ ([run]));
  assert.match(text, /\*\*Table 3: POST\*\*/);
  assert.match(text, /\| Express \| 1 \| 2\.50 \| 4\.33 \| 7 \| 43 \|/);
});

test('docs/studies.md is what the kept records say', () => {
  assert.equal(fs.readFileSync(PAGE, 'utf8'), studiesText());
});
