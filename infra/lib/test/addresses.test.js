import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesNotice } from '../addresses.js';

const chats = [
  { title: 'Node.js chat', url: 'http://127.0.0.1:3000' },
  { title: 'Laravel chat', url: 'http://127.0.0.1:8000' },
];

test('both addresses are told', () => {
  assert.equal(
    addressesNotice(chats, { name: 'dev', lecture: false }),
    `
Open in a browser:
  Node.js chat  http://127.0.0.1:3000
  Laravel chat  http://127.0.0.1:8000`,
  );
});

test('with --lecture the page for the projector and the labs are named, for the instance that is up', () => {
  const said = addressesNotice(chats, { name: 'dev', lecture: true });
  assert.match(said, /^ {2}course\/live {3}the page for the projector/m);
  assert.match(said, /^ {2}course\/lab 1 {2}the first lab/m);
  assert.match(
    addressesNotice(chats, { name: 'mine', lecture: true }),
    /live --instance mine .*\n.*course\/lab 1 --instance mine /,
  );
});
