// Answers that wait for the kernel; above it their client is not read from, so that it causes no more of them.
export const UNREAD_MAX_BYTES = 65_536;
export const LOOKED_AT_MS = 25;
// One of 64 KiB in fragments of one byte would be 65,536 buffers; messages of this chat come in one.
const FRAGMENTS_MAX = 1024;
const CLOSE_MS = 2000;

/** Of ws: pings are answered by those who bound what is read. */
export const WEBSOCKET_OPTIONS = { autoPong: false, maxFragments: FRAGMENTS_MAX, closeTimeout: CLOSE_MS };
