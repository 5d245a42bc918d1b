import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import session from 'express-session';
import jwt from 'jsonwebtoken';

/** The routes of the studies on Express, as its documentation would write them: server.js PORT FOLDER */
const [port, folder] = process.argv.slice(2);
const SECRET = 'measured on loopback, secret to nobody';
const TEXT = 'All that a page says to everybody. '.repeat(120);

const db = new DatabaseSync(`${folder}/data.db`);
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
  CREATE TABLE todos (id INTEGER PRIMARY KEY, owner TEXT, title TEXT, done INTEGER);
  CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT)`);
// It prepares each statement once, and binds the values of the template.
const sql = db.createTagStore();
for (const name of JSON.parse(fs.readFileSync(new URL('../names.json', import.meta.url), 'utf8')))
  sql.run`INSERT INTO names (name) VALUES (${name})`;

const app = express();
app.use(express.json());
app.use('/static', express.static(`${folder}/static`));

app.get('/greet', (_request, response) => response.send('Hello!'));
app.get('/fibonacci/:n', (request, response) => response.type('text').send(fibonacci(Number(request.params.n))));
app.get('/name_list', (_request, response) => {
  const names = sql.all`SELECT name FROM names ORDER BY id`;
  response.json(names.map(({ name }) => name));
});
app.get('/find_by_name', (request, response) => {
  response.json(sql.all`SELECT id, name FROM names WHERE name = ${request.query.name}`);
});

app
  .route('/method')
  .get((_request, response) => response.json({ method: 'GET' }))
  .post((_request, response) => response.status(201).json({ method: 'POST' }))
  .put((_request, response) => response.json({ method: 'PUT' }))
  .delete((_request, response) => response.json({ method: 'DELETE' }));

app.post('/login', (request, response) => response.json({ token: jwt.sign({ sub: request.body.login }, SECRET) }));

const todos = express.Router();
todos.use((request, response, next) => {
  try {
    request.user = jwt.verify(request.get('authorization')?.replace('Bearer ', '') ?? '', SECRET).sub;
  } catch {
    return response.sendStatus(401);
  }
  next();
});
todos.post('/', (request, response) => {
  const { title } = request.body;
  const { lastInsertRowid } = sql.run`INSERT INTO todos (owner, title, done) VALUES (${request.user}, ${title}, 0)`;
  response.status(201).json({ id: lastInsertRowid, title, done: false });
});
todos.get('/', (request, response) => {
  response.json(sql.all`SELECT * FROM todos ORDER BY id DESC LIMIT ${Number(request.query.limit ?? 100)}`);
});
todos.get('/:id', (request, response) => {
  const todo = sql.get`SELECT * FROM todos WHERE id = ${request.params.id}`;
  if (todo) response.json(todo);
  else response.sendStatus(404);
});
todos.put('/:id', (request, response) => {
  const { title, done } = request.body;
  const { id } = request.params;
  sql.run`UPDATE todos SET title = ${title}, done = ${done ? 1 : 0} WHERE id = ${id}`;
  response.json({ id: Number(id), title, done });
});
todos.delete('/:id', (request, response) => {
  sql.run`DELETE FROM todos WHERE id = ${request.params.id}`;
  response.sendStatus(204);
});
app.use('/todos', todos);

const sessions = session({ secret: SECRET, resave: false, saveUninitialized: false });
app.get('/page', sessions, (request, response) => {
  request.session.visits = (request.session.visits ?? 0) + 1;
  response.send(`<p>Visit ${request.session.visits}</p><p>${TEXT}</p>`);
});
app.post('/upload', express.raw(), (request, response) => response.json({ bytes: request.body.length }));

app.listen(Number(port), '127.0.0.1');

/** @param {number} n */
function fibonacci(n) {
  let [a, b] = [0n, 1n];
  for (let i = 0; i < n; i++) [a, b] = [b, a + b];
  return String(a);
}
