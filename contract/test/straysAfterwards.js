// A command for launch.test.js: all went well, but for an assertion in a callback.
export async function main() {
  setTimeout(() => {
    throw new Error('seen by nobody');
  });
  await new Promise((done) => setTimeout(done, 20));
  console.log('1 passed, 0 failed');
  return 0;
}
