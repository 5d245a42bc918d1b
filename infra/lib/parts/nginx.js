import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, userInfo } from 'node:os';
import { join } from 'node:path';
import { address, defaultWorkers, inUrl, listenHosts, loopback, root } from '../instance.js';
import { machineLimits } from '../machine-limits.js';
import { onPath } from '../on-path.js';
import { allAnswer, answersHttp } from '../pulses.js';
import {
  backlog,
  children,
  fpmLoginSocket,
  fpmMoreSearchesSocket,
  fpmPagesSocket,
  fpmSearchesSocket,
  fpmStatusSocket,
  pageChildren,
  pools,
  searchesWaitingMax,
} from './php-fpm.js';
import { fpmSocket } from './laravel.js';
import { hasLabCalls, limitsAreOff, takesFloods } from './shared-env.js';

/** @typedef {import('../instance.js').Instance} Instance */

/**
 * Several, so that 20,000 clients and as many connections to php-fpm fit under 20,000 descriptors a process.
 * @param {Instance} it
 */
const workers = (it) => (takesFloods(it) ? Math.max(4, availableParallelism()) : 2);

/** What each worker may hold open: clients, and their connections to php-fpm. */
const hard = machineLimits().find(({ name }) => name === 'nofile (hard)')?.is ?? 1024;
const descriptors = Math.min(hard, 65_536);

/** Requests that wait for a worker of a pool. A class of 300 that loads the page at once has three a head. */
const waiting = { perAddress: 1000, total: 4096 };

/**
 * Bytes of an answer that the kernel keeps for a connection; nginx keeps the rest in a file. By itself the kernel keeps
 * 4 MiB: 1,500 unread pages of long messages fill the buffers that all programs of the machine share.
 */
const unreadInKernel = '64k';

/** Calls for messages of one address that are not answered, or whose answer is not read to its end. */
const unreadPerAddress = 1000;

/** Bodies on their way that have not come with their head. Each has room for 64 KiB. */
const bodies = { perAddress: 400, total: 1024 };

/** The first to be loaded is needed by the second. */
const luaModules = ['ndk_http_module.so', 'ngx_http_lua_module.so'].map((file) => join('/usr/lib/nginx/modules', file));

/** Searches of one session among those of everybody: who types on still has the search for the word before under way. */
const searchesAmongAll = 2;

/** And of one address, which may name sessions that there are not: half of them. */
const searchesPerAddress = Math.floor(searchesWaitingMax / 2);

const { errors, lab, limits, page } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8'));

/** Whatever nginx itself has to answer, in the contract's words. The first word is what nginx would say. */
const answers = [
  { code: 'bad_request', instead: [400, 414, 494, 501, 505] },
  { code: 'method_not_allowed', instead: [405] },
  { code: 'body_too_large', instead: [413] },
  { code: 'internal', instead: [500] },
  { code: 'store_unavailable', instead: [502, 504] },
  { code: 'too_many_connections', instead: [503] },
];
const errorPage = (/** @type {string} */ code, /** @type {number[]} */ instead) =>
  `error_page ${instead.join(' ')} =${errors[code].status} /.errors/${code};`;
const errorPages = answers.map(({ code, instead }) => errorPage(code, instead)).join('\n    ');
/** @param {number} status */
const errorPagesWithout = (status) =>
  answers.map(({ code, instead }) =>
    errorPage(
      code,
      instead.filter((one) => one !== status),
    ),
  );
/** The same for a login. nginx says 502 where it does not fit into the queue, 429 where an address has its share. */
const loginErrorPages = [errorPage('too_many_logins', [429, 502]), ...errorPagesWithout(502)].join('\n      ');
/** The same for lab calls of the workers: what is over their number 429, and 502 what finds no room at all. */
const labErrorPages = [errorPage('too_many_lab_calls', [429, 502]), ...errorPagesWithout(502)].join('\n      ');
/** The same for messages, where a search that does not fit into its queue is no store that is away. */
const messagesErrorPages = ['error_page 502 = /.errors/$messages_full;', ...errorPagesWithout(502)].join('\n      ');
// The logins' queue is empty again by then: 32 that wait, two at a time, 55 ms each.
const LOGIN_RETRY_AFTER = 2;
const SEARCH_RETRY_AFTER = 1;
const LAB_RETRY_AFTER = 1;
const CONNECTIONS_RETRY_AFTER = 1;
/** @type {Record<string, number>} */
const retryAfter = {
  too_many_logins: LOGIN_RETRY_AFTER,
  too_many_searches: SEARCH_RETRY_AFTER,
  too_many_lab_calls: LAB_RETRY_AFTER,
  too_many_connections: CONNECTIONS_RETRY_AFTER,
};
const errorAnswers = [...new Set([...answers.map(({ code }) => code), ...Object.keys(retryAfter), 'not_found'])]
  .map((code) => {
    const retry = code in retryAfter ? `add_header Retry-After ${retryAfter[code]} always; ` : '';
    const { status, message } = errors[code];
    const body = JSON.stringify({ error: { code, message } }).replaceAll(/['\\]/g, String.raw`\$&`);
    return [
      `location = /.errors/${code} { internal; default_type application/json;`,
      'add_header Cache-Control no-store always; add_header X-Content-Type-Options nosniff always;',
      `${retry}return ${status} '${body}'; }`,
    ].join(' ');
  })
  .join('\n    ');

/**
 * Requests take turns at the workers. Without limits all are handed on, as many as fit into the queues of php-fpm: a
 * full queue refuses, and a refusal looks like a fast answer.
 * @param {Instance} it
 */
const inTurn = (it) =>
  limitsAreOff(it) ? allHandedOn(it) : `access_by_lua_block { require('door').enter('workers') }`;
/** @param {Instance} it */
const allHandedOn = (it) => `limit_conn all ${pools(it).length * backlog};`;

/** Of each of nginx's workers. @param {Instance} it @param {{perAddress: number, total: number}} places */
const luaPlaces = (it, { perAddress, total }) =>
  limitsAreOff(it)
    ? '{ per_address = math.huge, total = math.huge }'
    : `{ per_address = ${Math.ceil(perAddress / workers(it))}, total = ${Math.ceil(total / workers(it))} }`;

/**
 * Turns of each of nginx's workers, by pool. With limits one nginx worker can keep all PHP workers busy. Without limits
 * all nginx workers together can: a send waits in the door, which bounds its wait, and hardly in php-fpm's queue.
 * @param {Instance} it
 */
function turnsAtOnce(it) {
  const php = pools(it).length * children(it);
  return limitsAreOff(it)
    ? `{ workers = ${Math.ceil(php / workers(it))} }`
    : `{ workers = ${php}, pages = ${pageChildren} }`;
}

/** infra/lib/door: bodies in time, and turns. Without limits sends alone take turns. @param {Instance} it */
const door = (it) => `lua_package_path "${join(root, 'infra/lib/door/?.lua')};;";
  lua_shared_dict sessions 4m;
  init_by_lua_block {
    require('door').open({
      request_seconds = ${limits.requestSeconds},
      bodies = ${luaPlaces(it, bodies)},
      waiting = ${luaPlaces(it, waiting)},
      at_once = ${turnsAtOnce(it)},
    })
  }
  header_filter_by_lua_block { require('door').answered() }
  log_by_lua_block { require('door').left() }`;

/** How long it waits for its worker is known to the worker: whose turn comes late has gone. */
const handedOnAt = 'fastcgi_param HANDED_ON_AT $msec;';

/** With time for what waits in php-fpm's queue under a flood. @param {Instance} it @param {string} to */
const passedOn = (it, to) => `fastcgi_pass ${to};
      # An answer leaves its worker at once, however slowly it is read.
      fastcgi_buffers 16 16k;
      fastcgi_send_timeout 120s;
      fastcgi_read_timeout 120s;
      include ${join(it.dir, 'fastcgi.conf')};`;

/**
 * The loop answers lab calls on the event loop, and tells of all of them, also while no PHP worker is free. Those in a
 * worker wait for one.
 * @param {Instance} it
 */
const labCalls = (it) => `location ~ "^/lab(?:/loop/[a-z]+)?$" {
      proxy_pass ${address(it, 'http', it.ports.loop)};
      proxy_set_header Host $http_host;
      proxy_read_timeout 120s;
    }
    location ~ "^/lab/worker/[a-z]+$" {
      ${labErrorPages}
      limit_conn_status 429;
      limit_conn lab_calls ${(it.options.workers ?? defaultWorkers) + lab.waitingMax};
      ${passedOn(it, 'workers')}
      ${handedOnAt}
    }`;

/** A file of the page, without the anchors of the pattern. */
const pageFile = page.files.replace(/^\^/, '').replace(/\$$/, '');
const types = Object.entries(page.types).map(([ending, type]) => `"${type}" ${ending};`);

/** @param {Instance} it */
function config(it) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(it.dir, 'run/nginx', name)};`)
    .join('\n');
  const trusted = process.env.CHAT_TRUST_PROXY === '1';
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};\n` : '';
  return `${user}daemon off;
${luaModules.map((file) => `load_module ${file};`).join('\n')}
pid ${join(it.dir, 'run/nginx.pid')};
error_log stderr warn;
worker_processes ${workers(it)};
worker_rlimit_nofile ${descriptors};
events {
  worker_connections ${Math.max(512, descriptors - 1000)};
  multi_accept on;
}
http {
${temporary}
  # Of what found no worker error_log below says nothing; of what had one and got no answer this does.
  map "$upstream_connect_time $upstream_status" $is_unanswered { "~[0-9] (?:.*, )?50[24]$" 1; default 0; }
  log_format unanswered '$time_iso8601 [error] $upstream_addr gave no answer within $upstream_response_time s: $upstream_status, client: $remote_addr, request: "$request"';
  access_log /dev/stderr unanswered if=$is_unanswered;
  # Whoever asks for what is not there does not fill the disk.
  log_not_found off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  # A client that says nothing or does not read holds a descriptor: it is closed.
  client_header_timeout ${limits.requestSeconds}s;
  client_body_timeout ${limits.requestSeconds}s;
  # What is left of a body that was refused.
  lingering_time 5s;
  send_timeout 20s;
  keepalive_timeout 65s;
  keepalive_requests 10000;
  reset_timedout_connection on;
  # X_Forwarded_For would be taken for X-Forwarded-For. Names that are none are passed over.
  underscores_in_headers off;
  ignore_invalid_headers on;
  client_max_body_size 1m;
  # Ranges are ignored: the contract has no 206.
  max_ranges 0;
  # A whole body in memory: at most 64 KiB are allowed.
  client_body_buffer_size 128k;
  # An answer ends with its last record, not with its connection. Else a worker that dies as it has answered leaves an
  # empty one.
  fastcgi_keep_conn on;
  # PHP hears nothing of a client that hangs up: its request keeps its turn and its place until PHP has answered.
  fastcgi_ignore_client_abort on;
  # The door reads it.
  fastcgi_hide_header X-User-Of-Session;
  types { ${types.join(' ')} }
  default_type application/octet-stream;

  # The path as it was sent: what dots, slashes and percent signs make of it is no file of the page.
  map $request_uri $is_file { "~^/web/(?:${pageFile})(?:\\?[^#]*)?$" 1; default 0; }
  map $request_method $is_read { GET 1; HEAD 1; default 0; }
  # If-None-Match alone counts, as the application has it.
  map $http_if_modified_since$http_if_match$http_if_unmodified_since $is_conditional { "" 0; default 1; }
  # Behind a proxy on this machine, addresses are those that it names.
  ${trusted ? 'set_real_ip_from 127.0.0.1; set_real_ip_from ::1; real_ip_header X-Forwarded-For;' : ''}
  # An IPv6 line is given a network of 64 bits: it is one address here. IPv4 written as IPv6 is IPv4.
  map $binary_remote_addr $address {
    "~(?s)^\\x00{10}\\xff\\xff(?<ipv4>....)$" $ipv4;
    "~(?s)^(?<network>.{8}).{8}$" $network;
    default $binary_remote_addr;
  }
  limit_conn_zone $address zone=logins:10m;
  limit_conn_zone $server_port zone=all:64k;
  limit_conn_zone $address zone=unread:10m;
  limit_conn_zone $searcher zone=searches:10m;
  limit_conn_zone $address zone=searching:10m;
  ${hasLabCalls(it) ? 'limit_conn_zone $server_port zone=lab_calls:64k;' : ''}
  limit_conn_log_level info;

  ${door(it)}

  upstream workers {
    # Shared by nginx's workers, so that the shortest queue is known to all of them.
    zone workers 64k;
    least_conn;
    ${pools(it)
      .map((pool) => `server unix:${fpmSocket(it, pool)} max_fails=0;`)
      .join('\n    ')}
  }
  upstream pages { server unix:${fpmPagesSocket(it)} max_fails=0; }
  upstream searches { server unix:${fpmSearchesSocket(it)} max_fails=0; }
  # Reading waits for readers, searching for those who search, sending for none of them. A parameter's name may be
  # written with percent signs.
  map "$request_method $args" $messages_by {
    "~^(?:GET|HEAD) (?:.*&)?(?:t|%74)(?:e|%65)(?:x|%78)(?:t|%74)(?:[=&]|$)" searches;
    "~^(?:GET|HEAD) " pages;
    default workers;
  }
  upstream more_searches { server unix:${fpmMoreSearchesSocket(it)} max_fails=0; }
  # The session that a request names. (nginx does not count by a key over 255 bytes.)
  map $http_cookie $searcher { "~(?:^|;) *laravel_chat=\\"?(?<session>[^;\\"]{1,200})" $session; default none; }
  map $messages_by $messages_full { searches too_many_searches; default store_unavailable; }

  server {
    ${listenHosts(it.options.host)
      .map((host) => `listen ${inUrl(host)}:${it.ports.laravel} backlog=4096 reuseport sndbuf=${unreadInKernel};`)
      .join('\n    ')}
    root ${root};
    # Before it takes a place of those that limit_conn counts.
    rewrite_by_lua_block { require('door').read_body() }
    ${errorPages}
    # What is nginx's own (/.errors/) is nobody's address.
    error_page 404 = @workers;
    ${errorAnswers}

    location = /messages {
      if ($messages_by = searches) { rewrite ^ /.searches last; }
      ${messagesErrorPages}
      error_log stderr crit; # not a line for each that does not fit
      ${limitsAreOff(it) ? allHandedOn(it) : `limit_conn unread ${unreadPerAddress};`}
      access_by_lua_block { require('door').enter_messages() }
      ${passedOn(it, '$messages_by')}
    }
    location = /.searches {
      internal;
      ${messagesErrorPages}
      # Of who has so many under way the others wait for each other, in a queue where nobody else waits for them.
      limit_conn_status 429;
      limit_conn searches ${searchesAmongAll};
      ${limitsAreOff(it) ? '' : `limit_conn searching ${searchesPerAddress};`}
      error_page 429 = @more_searches;
      # Where somebody asks for this very path, the application says that it is not there.
      error_page 404 = @workers;
      recursive_error_pages on;
      error_log stderr crit;
      ${passedOn(it, 'searches')}
      ${handedOnAt}
    }
    location @more_searches {
      ${messagesErrorPages}
      error_log stderr crit;
      ${passedOn(it, 'more_searches')}
      ${handedOnAt}
    }

    location / {
      ${inTurn(it)}
      ${passedOn(it, 'workers')}
    }

    location = /login {
      ${loginErrorPages}
      error_log stderr crit; # not a line for each that does not fit
      # One address leaves room in the queue for all others.
      limit_conn_status 429;
      ${limitsAreOff(it) ? '' : `limit_conn logins ${limits.loginsWaitingPerAddress};`}
      fastcgi_pass unix:${fpmLoginSocket(it)};
      include ${join(it.dir, 'fastcgi.conf')};
      ${handedOnAt}
    }

    ${hasLabCalls(it) ? labCalls(it) : ''}
    # The page's files go out without PHP, and what is not there costs no worker. The application answers what is no GET.
    location /web/ {
      if ($is_read = 0) { return 418; }
      # No request at all, says the contract; the application says so.
      if ($request_uri ~ "#") { return 418; }
      error_page 404 /.errors/not_found;
      error_page 418 = @workers;
      return 404;
    }
    location ~ "^/web/(?:${pageFile})$" {
      if ($is_read = 0) { return 418; }
      if ($is_file = 0) { return 418; }
      if ($is_conditional) { return 418; }
      add_header Last-Modified "";
      add_header Cache-Control no-cache;
      add_header X-Content-Type-Options nosniff;
      add_header Referrer-Policy no-referrer;
      add_header Content-Security-Policy "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
      error_page 404 /.errors/not_found;
      error_page 403 405 418 = @workers;
    }
    location @workers {
      recursive_error_pages on; # where one led here and there is no turn
      ${inTurn(it)}
      fastcgi_pass workers;
      include ${join(it.dir, 'fastcgi.conf')};
    }
  }

  server {
    listen ${loopback}:${it.ports.status} reuseport;
    location ~ ^/fpm-status/([1-${pools(it).length}])$ {
      fastcgi_pass unix:${fpmStatusSocket(it, '$1')};
      include ${join(it.dir, 'fastcgi.conf')};
      fastcgi_param SCRIPT_NAME /fpm-status;
      fastcgi_param SCRIPT_FILENAME /fpm-status;
      # ?full would tell every local user who asks for what.
      fastcgi_param QUERY_STRING "";
      fastcgi_param REQUEST_URI /fpm-status;
    }
    location = /nginx-status { stub_status; }
  }
}
`;
}

const fastcgi = `set_by_lua_block $first_content_type { return require('first')('content-type') }
set_by_lua_block $first_origin { return require('first')('origin') }
set_by_lua_block $first_fetch_site { return require('first')('sec-fetch-site') }
fastcgi_param SCRIPT_FILENAME ${join(root, 'laravel-chat/public/index.php')};
fastcgi_param SCRIPT_NAME /index.php;
fastcgi_param DOCUMENT_ROOT ${join(root, 'laravel-chat/public')};
fastcgi_param DOCUMENT_URI /index.php;
fastcgi_param REQUEST_URI $request_uri;
fastcgi_param REQUEST_METHOD $request_method;
fastcgi_param REQUEST_SCHEME $scheme;
fastcgi_param HTTPS $https if_not_empty;
fastcgi_param QUERY_STRING $query_string;
fastcgi_param CONTENT_TYPE $first_content_type;
fastcgi_param CONTENT_LENGTH $content_length;
fastcgi_param GATEWAY_INTERFACE CGI/1.1;
fastcgi_param SERVER_PROTOCOL $server_protocol;
fastcgi_param SERVER_SOFTWARE nginx;
fastcgi_param SERVER_ADDR $server_addr;
fastcgi_param SERVER_PORT $server_port;
fastcgi_param SERVER_NAME $host;
# The one that connected: Laravel itself decides whether to believe its X-Forwarded-*.
fastcgi_param REMOTE_ADDR $realip_remote_addr;
fastcgi_param REMOTE_PORT $realip_remote_port;
fastcgi_param REDIRECT_STATUS 200;
# Of a header sent twice PHP keeps the last: cookies are joined, and the first of these is told beside.
fastcgi_param HTTP_COOKIE $http_cookie;
# The first content type, as in CONTENT_TYPE. Symfony takes this one where that is empty, and PHP would give the last.
fastcgi_param HTTP_CONTENT_TYPE $first_content_type;
fastcgi_param FIRST_ORIGIN $first_origin;
fastcgi_param FIRST_SEC_FETCH_SITE $first_fetch_site;
# Not what a client's header Proxy says.
fastcgi_param HTTP_PROXY "";
`;

/** @param {Instance} it */
export function nginx(it) {
  const file = join(it.dir, 'nginx.conf');
  const url = address(it, 'http', it.ports.laravel);
  const status = `http://${loopback}:${it.ports.status}/nginx-status`;
  return {
    name: 'nginx',
    command: [onPath('nginx') ?? 'nginx', '-e', 'stderr', '-p', it.dir, '-c', file],
    env: {},
    url,
    port: it.ports.laravel,
    hosts: listenHosts(it.options.host),
    morePorts: [it.ports.status],
    health: `${url}/health`,
    // The kernel spreads connections over the workers: each of them is met, most likely.
    pulse: allAnswer(Array.from({ length: 4 * workers(it) }, () => answersHttp(status))),
    prepare() {
      mkdirSync(join(it.dir, 'run/nginx'), { recursive: true });
      writeFileSync(join(it.dir, 'fastcgi.conf'), fastcgi);
      writeFileSync(file, config(it));
    },
  };
}
