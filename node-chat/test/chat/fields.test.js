import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vectors } from '../../../contract/vectors.js';
import { ChatError } from '../../src/ChatError.js';
import { cleanClientId, cleanLogin, cleanPassword, cleanText } from '../../src/chat/fields.js';
import { mayBeNew } from '../../src/chat/names.js';

function cleanNewLogin(value) {
  const login = cleanLogin(value);
  if (mayBeNew(login)) return login;
  throw new ChatError('login_invalid', { field: 'login' });
}

const fields = { login: cleanNewLogin, password: cleanPassword, text: cleanText, clientId: cleanClientId };

for (const [field, clean] of Object.entries(fields)) {
  test(`a ${field} is accepted or refused as vectors.json of the contract says`, () => {
    for (const { what, sent, stored, error } of vectors(field)) {
      if (error) assert.throws(() => clean(sent[field]), { code: error, field }, what);
      else assert.equal(clean(sent[field]), stored, what);
    }
  });
}
