import { createServer } from 'node:http';
import { loopback } from './instance.js';

// This server stands in for another service in lectures: it answers GET /?ms=N after N ms.
const LONGEST_MS = 60_000;

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://slow');
  const ms = Math.min(LONGEST_MS, Math.max(0, Number(searchParams.get('ms')) || 0));
  const timer = setTimeout(() => response.end(`${ms}\n`), ms);
  response.on('close', () => clearTimeout(timer));
}).listen(Number(process.argv[2]), loopback);
