import { ServerResponse } from 'node:http';

const MESSAGE = 'This chat has several processes: connect by WebSocket alone, transports: ["websocket"].';

/**
 * A middleware of Engine.IO where there are several processes: each poll could come to another one.
 * @param {unknown} _request
 * @param {unknown} response a ServerResponse, but for an upgrade, which has none
 * @param {() => void} next
 */
export function refusePolling(_request, response, next) {
  if (!(response instanceof ServerResponse)) return next();
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: 0, message: MESSAGE })); // as Engine.IO says "Transport unknown"
}
