import { ChatError } from '../../ChatError.js';

/**
 * Answers what Node.js cannot read as HTTP, in the contract's words, and hangs up.
 * @param {import('../metrics.js').Metrics} metrics
 */
export function createBadRequestHandler(metrics) {
  /** @param {NodeJS.ErrnoException} error @param {import('node:net').Socket} socket */
  return function answerBadRequest(error, socket) {
    // With an answer under way, as Node.js itself knows it, another would be taken for a part of it.
    const isAnswering = /** @type {any} */ (socket)._httpMessage?.headersSent;
    if (error.code === 'ECONNRESET' || isAnswering || !socket.writable) return void socket.destroy();
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return end(socket, 'HTTP/1.1 408 Request Timeout', '');
    const fault = new ChatError('bad_request');
    metrics.countError(fault.code);
    end(socket, `HTTP/1.1 ${fault.status} Bad Request`, JSON.stringify({ error: fault }));
  };
}

/** @param {import('node:net').Socket} socket @param {string} line @param {string} body */
function end(socket, line, body) {
  const headers = [
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${[line, ...headers].join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
