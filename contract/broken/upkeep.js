import { figuring, freezing, heading, replying } from './break.js';

const perMetric = (/** @type {string} */ name) => new RegExp(`^(# (HELP|TYPE) )?${name}\\b.*\\n`, 'gm');

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'answers ok to /empty',
    breaks: ['GET /empty is 200 without a body'],
    reply: (x) => void (x.path === '/empty' && (x.reply = Buffer.from('ok'))),
  },
  { name: 'leaks a cookie on /empty', breaks: ['/empty sets no cookie'], ...heading('/empty', 'set-cookie', 'a=b') },
  {
    name: 'sets a cookie on /health',
    breaks: ['/config, /empty, /health and /metrics ask'],
    ...heading('/health', 'set-cookie', 'a=b'),
  },
  {
    name: 'lets caches keep answers',
    breaks: ['JSON is kept by no cache'],
    reply: (x) => void delete x.replyHeaders['cache-control'],
  },
  {
    name: 'lets browsers guess types of errors',
    breaks: ['JSON is kept by no cache'],
    reply: (x) => void (x.status >= 400 && delete x.replyHeaders['x-content-type-options']),
  },
  {
    name: 'names the program behind it',
    breaks: ['no answer names a framework'],
    ...heading('/empty', 'x-powered-by', 'PHP/8.2.36'),
  },
  {
    name: 'names the version of its web server',
    breaks: ['no answer names a framework'],
    ...heading('/', 'server', 'nginx/1.22.1'),
  },
  {
    name: 'believes X-Forwarded-Host',
    breaks: ["X-Forwarded-Host is nobody's word"],
    request: (x) => void (x.headers['x-forwarded-host'] && (x.headers.host = x.headers['x-forwarded-host'])),
  },
  {
    name: 'does not name the parts of its health',
    breaks: ['/health is ok and names'],
    ...replying('GET', '/health', (json) => void (json.parts = {})),
  },
  {
    name: 'tells on /health which database it has',
    breaks: ['/health says what runs'],
    ...replying('GET', '/health', (json) => void (json.database = 'MariaDB 10.11.6')),
  },
  {
    name: 'has no accents',
    breaks: ['/config names the server'],
    ...replying('GET', '/config', (json) => void (json.accent = {})),
  },
  {
    name: 'says other limits than the contract',
    breaks: ['/config holds the limits'],
    ...replying('GET', '/config', (json) => void (json.limits.textMax = 2001)),
  },
  {
    name: 'does not say whether it limits rates',
    breaks: ['/config says whether rate limits are on'],
    ...replying('GET', '/config', (json) => void delete json.rateLimits),
  },
  {
    name: 'does not say where its socket is',
    breaks: ['/config says all that a client of the wire needs'],
    ...replying('GET', '/config', (json) => void (json.socketUrl = 'here')),
  },
  {
    name: 'names one host for its socket, whoever asks',
    breaks: ['socketUrl names the host'],
    ...replying('GET', '/config', (json) => void (json.socketUrl = json.socketUrl.replace('localhost', '127.0.0.1'))),
  },
  {
    name: 'sends metrics as JSON',
    breaks: ['/metrics is Prometheus text'],
    ...heading('/metrics', 'content-type', 'application/json'),
  },
  {
    name: 'forgets a metric',
    breaks: ['/metrics has every metric'],
    ...figuring((text) => text.replace(perMetric('chat_loop_lag_seconds'), '')),
  },
  {
    name: 'mistakes the type of a metric',
    breaks: ['/metrics has every metric'],
    ...figuring((text) => text.replace('# TYPE chat_connections gauge', '# TYPE chat_connections counter')),
  },
  {
    name: 'has histograms that do not add up',
    breaks: ['histograms in /metrics'],
    ...figuring((text) => text.replace(/^(chat_window_messages_count) .*$/m, '$1 0')),
  },
  {
    name: 'does not count what it stores',
    breaks: ['messages stored grows', 'a repeated clientId is not counted'],
    ...freezing('chat_messages_stored_total'),
  },
  {
    name: 'counts repeats as stored',
    breaks: ['a repeated clientId is not counted'],
    ...figuring((text, { memory }) =>
      text.replace(
        /^(chat_messages_stored_total) (\d+)$/m,
        (_, name, value) => `${name} ${Number(value) + (memory.repeats ?? 0)}`,
      ),
    ),
    request: (x) => void (x.is('POST', '/messages') && (x.memory.repeats = (x.memory.repeats ?? -1) + 1)),
  },
  { name: 'does not count deliveries', breaks: ['deliveries grow by messages'], ...freezing('chat_deliveries_total') },
  { name: 'does not count connections', breaks: ['connections and users online in'], ...freezing('chat_connections') },
  { name: 'does not count users', breaks: ['connections and users online in'], ...freezing('chat_users_online') },
  {
    name: 'counts errors without their code',
    breaks: [
      'errors are counted by code',
      'a handshake refused for its Origin is counted',
      'a client that does not read costs bounded memory',
    ],
    ...figuring((text) => text.replaceAll(/code="\w+"/g, 'code="error"')),
  },
];
