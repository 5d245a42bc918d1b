import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, userInfo } from 'node:os';
import { join } from 'node:path';
import { address, loopback, root } from '../instance.js';
import { machineLimits } from '../machine-limits.js';
import { onPath } from '../on-path.js';
import { fpmPort, fpmStatusSocket, pools } from './php-fpm.js';

/** @typedef {import('../instance.js').Instance} Instance */

/** Several, so that 20,000 clients and as many connections to php-fpm fit under 20,000 descriptors a process. */
const workers = Math.max(4, availableParallelism());

/** What each worker may hold open: clients, and their connections to php-fpm. */
const hard = machineLimits().find(({ name }) => name === 'nofile (hard)')?.is ?? 1024;
const descriptors = Math.min(hard, 65_536);

const { errors } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8'));

/**
 * An error that nginx itself has to answer, in the contract's words.
 * @param {string} code
 */
function answer(code) {
  const { status, message } = errors[code];
  return `default_type application/json; return ${status} '${JSON.stringify({ error: { code, message } })}';`;
}

/** @param {Instance} it */
function config(it) {
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};\n` : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(it.dir, 'run/nginx', name)};`)
    .join('\n');
  return `${user}daemon off;
pid ${join(it.dir, 'run/nginx.pid')};
error_log stderr warn;
worker_processes ${workers};
worker_rlimit_nofile ${descriptors};
events {
  worker_connections ${Math.max(512, descriptors - 1000)};
  multi_accept on;
}
http {
${temporary}
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65s;
  keepalive_requests 10000;
  client_max_body_size 1m;
  # A whole body in memory: at most 64 KiB are allowed.
  client_body_buffer_size 128k;
  reset_timedout_connection on;
  types {
    text/html html;
    text/css css;
    text/javascript js;
    image/svg+xml svg;
    image/png png;
    application/json json;
    audio/mpeg mp3;
    audio/wav wav;
  }
  charset utf-8;
  charset_types text/css text/javascript;

  upstream workers {
    # Shared by nginx's workers, so that the shortest queue is known to all of them.
    zone workers 64k;
    least_conn;
${pools.map((pool) => `    server ${loopback}:${fpmPort(it, pool)} max_fails=0;`).join('\n')}
  }

  server {
    listen ${it.options.host}:${it.ports.laravel} backlog=4096 reuseport;
    root ${root};

    location / {
      error_page 413 = @too_large;
      error_page 502 503 504 = @away;
      fastcgi_pass workers;
      # Under a flood a connection waits in php-fpm's queue, or for a place in it.
      fastcgi_connect_timeout 120s;
      fastcgi_send_timeout 120s;
      fastcgi_read_timeout 120s;
      include ${join(it.dir, 'fastcgi.conf')};
    }

    # The page's files go out without PHP; what is not a file, or not a GET, is the application's to answer.
    location /web/ {
      add_header Cache-Control no-cache;
      add_header X-Content-Type-Options nosniff;
      error_page 403 404 405 = @workers;
      location ~ ^/web/(test/|package\\.json|.*/?\\.) { error_page 418 = @workers; return 418; }
    }

    location @workers {
      error_page 502 503 504 = @away;
      fastcgi_pass workers;
      include ${join(it.dir, 'fastcgi.conf')};
    }
    location @too_large { ${answer('body_too_large')} }
    location @away { ${answer('store_unavailable')} }
  }

  server {
    listen ${loopback}:${it.ports.fpmStatus};
    location ~ ^/fpm-status/([1-${pools.length}])$ {
      fastcgi_pass unix:${fpmStatusSocket(it, '$1')};
      include ${join(it.dir, 'fastcgi.conf')};
      fastcgi_param SCRIPT_NAME /fpm-status;
      fastcgi_param SCRIPT_FILENAME /fpm-status;
    }
    location = /nginx-status { stub_status; }
  }
}
`;
}

const fastcgi = `fastcgi_param SCRIPT_FILENAME ${join(root, 'laravel-chat/public/index.php')};
fastcgi_param SCRIPT_NAME /index.php;
fastcgi_param DOCUMENT_ROOT ${join(root, 'laravel-chat/public')};
fastcgi_param DOCUMENT_URI /index.php;
fastcgi_param REQUEST_URI $request_uri;
fastcgi_param REQUEST_METHOD $request_method;
fastcgi_param REQUEST_SCHEME $scheme;
fastcgi_param HTTPS $https if_not_empty;
fastcgi_param QUERY_STRING $query_string;
fastcgi_param CONTENT_TYPE $content_type;
fastcgi_param CONTENT_LENGTH $content_length;
fastcgi_param GATEWAY_INTERFACE CGI/1.1;
fastcgi_param SERVER_PROTOCOL $server_protocol;
fastcgi_param SERVER_SOFTWARE nginx;
fastcgi_param SERVER_ADDR $server_addr;
fastcgi_param SERVER_PORT $server_port;
fastcgi_param SERVER_NAME $host;
fastcgi_param REMOTE_ADDR $remote_addr;
fastcgi_param REMOTE_PORT $remote_port;
fastcgi_param REDIRECT_STATUS 200;
`;

/** @param {Instance} it */
export function nginx(it) {
  const file = join(it.dir, 'nginx.conf');
  const url = address(it, 'http', it.ports.laravel);
  return {
    name: 'nginx',
    command: [onPath('nginx') ?? 'nginx', '-e', 'stderr', '-p', it.dir, '-c', file],
    env: {},
    url,
    port: it.ports.laravel,
    morePorts: [it.ports.fpmStatus],
    health: `${url}/health`,
    prepare() {
      mkdirSync(join(it.dir, 'run/nginx'), { recursive: true });
      writeFileSync(join(it.dir, 'fastcgi.conf'), fastcgi);
      writeFileSync(file, config(it));
    },
  };
}
