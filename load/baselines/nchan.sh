#!/usr/bin/env bash
# nginx with nchan as a server of one channel: nchan.sh PORT FOLDER
# Messages are published by POST and go to WebSocket subscribers. No database, no users, no ids.
set -euo pipefail
port=$1 folder=$2
module=/usr/lib/nginx/modules/ngx_nchan_module.so
[ -f "$module" ] || { echo "nginx has no nchan here. Install it by: apt-get install libnginx-mod-nchan" >&2; exit 1; }
[ "$(id -u)" != 0 ] || user='user root;'
cat >"$folder/nginx.conf" <<CONF
load_module $module;
${user:-}
daemon off;
worker_processes 1;
pid $folder/nginx.pid;
events { worker_connections 10000; }
http {
  access_log off;
  client_body_temp_path $folder/body;
  proxy_temp_path $folder/proxy;
  fastcgi_temp_path $folder/fastcgi;
  uwsgi_temp_path $folder/uwsgi;
  scgi_temp_path $folder/scgi;
  keepalive_requests 1000000;
  nchan_shared_memory_size 256m;
  server {
    listen 127.0.0.1:$port backlog=4096;
    location = / { return 200 "chat"; }
    location = /publish {
      nchan_publisher http;
      nchan_channel_id chat;
      # Enough for the slowest subscriber: one that falls behind the buffer loses messages.
      nchan_message_buffer_length 10000;
      nchan_message_timeout 30s;
    }
    location = /subscribe {
      nchan_subscriber websocket;
      nchan_channel_id chat;
      nchan_subscriber_first_message newest;
    }
  }
}
CONF
exec nginx -p "$folder" -c "$folder/nginx.conf" -e "$folder/error.log"
