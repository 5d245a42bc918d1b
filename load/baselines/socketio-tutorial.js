import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { Server } from 'socket.io';

/**
 * The chat of Socket.IO's tutorial after its seventh step (https://socket.io/docs/v4/tutorial/step-7): it stores each
 * message and then sends it by `io.emit`. It has no page, and Node's own SQLite replaces two packages.
 *
 *   socketio-tutorial.js PORT FOLDER
 */
const [port, folder] = process.argv.slice(2);

const db = new DatabaseSync(`${folder}/chat.db`);
// Inserts do not wait for the disk: node:sqlite would block the event loop, the tutorial's driver does not.
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
db.exec('CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, client_offset TEXT UNIQUE, content TEXT)');
const insert = db.prepare('INSERT INTO messages (content, client_offset) VALUES (?, ?)');

const server = createServer((_request, response) => response.end('chat'));
const io = new Server(server, { connectionStateRecovery: {} });

io.on('connection', (socket) => {
  socket.on('chat message', (msg, clientOffset, callback) => {
    const { lastInsertRowid } = insert.run(msg, clientOffset);
    io.emit('chat message', msg, Number(lastInsertRowid));
    callback();
  });
});

server.listen(Number(port), '127.0.0.1');
