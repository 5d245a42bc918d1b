import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesNotice } from '../addresses.js';

const chats = [
  { title: 'Node.js chat', url: 'http://127.0.0.1:3000' },
  { title: 'Laravel chat', url: 'http://127.0.0.1:8000' },
];

const here = { root: '/opt/x', cloneOf: null };

test('both addresses are told', () => {
  assert.equal(
    addressesNotice(chats, { ...here, name: 'dev', lecture: false }),
    `
Open in a browser:
  Node.js chat  http://127.0.0.1:3000
  Laravel chat  http://127.0.0.1:8000`,
  );
});

test('with --lecture the page for the projector and the labs are named, for the instance that is up', () => {
  const said = addressesNotice(chats, { ...here, name: 'dev', lecture: true });
  assert.match(said, /^ {2}load\/live {3}the page for the projector/m);
  assert.match(said, /^ {2}load\/lab 1 {2}the first lab/m);
  assert.match(
    addressesNotice(chats, { ...here, name: 'mine', lecture: true }),
    /live --instance mine .*\n.*load\/lab 1 --instance mine /,
  );
});

test('where the chats run from a clone its folder is told', () => {
  const said = addressesNotice(chats, { ...here, cloneOf: '/root/x', name: 'dev', lecture: false });
  assert.match(said, /^\nThe chats run from a clone of \/root\/x\..*\n {2}cd \/opt\/x\n\nOpen in a browser:/);
});
