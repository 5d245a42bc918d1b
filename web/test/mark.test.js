import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markOf } from '../view/mark.js';

test('the marks of the chats differ in outline and initial, not in colour alone', () => {
  const colours = { fill: '#000', stroke: '#fff' };
  const marks = ['node', 'laravel', 'plain', 'constructor'].map((name) => markOf(name, colours));
  for (const part of [0, 1]) assert.equal(new Set(marks.map((mark) => mark[part][1].d)).size, 3);
});
