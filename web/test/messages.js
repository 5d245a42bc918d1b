/** Makes one author's messages with ids from..to. */
export function messages(from, to, author = 'bob') {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => message(from + index, author));
}

export function message(id, author = 'bob') {
  const at = new Date(Date.UTC(2026, 0, 31, 12) + id * 1000).toISOString();
  return { id, user: { id: author, name: author }, text: `text ${id}`, at, clientId: `client-${id}` };
}
