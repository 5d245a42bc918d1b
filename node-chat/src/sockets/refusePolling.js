import { ServerResponse } from 'node:http';

const MESSAGE = 'This chat has several processes: connect only by WebSocket, transports: ["websocket"].';

/**
 * A middleware of Engine.IO for several processes, where each poll could reach another process.
 * @param {unknown} _request
 * @param {unknown} response a ServerResponse, except for an upgrade
 * @param {() => void} next
 */
export function refusePolling(_request, response, next) {
  if (!(response instanceof ServerResponse)) return next();
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: 0, message: MESSAGE })); // the shape of Engine.IO's "Transport unknown"
}
