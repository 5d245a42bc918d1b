<?php

declare(strict_types=1);

/*
 * php server.php select|epoll: an event loop as tutorials have it. It answers whatever a connection says with the CPU time that it has used so far,
 * in microseconds, and prints its port. Both loops run the very same code: what differs is how they ask the kernel who is ready.
 */

use React\EventLoop\StreamSelectLoop;
use ReactEpoll\EpollLoop;

require __DIR__.'/../../../laravel-chat/vendor/autoload.php';

const LINE_BYTES = 64;

// As many descriptors as it may have: usually it begins with 1,024, which is not to be taken for select's wall.
$hard = posix_getrlimit()['hard openfiles'];
posix_setrlimit(POSIX_RLIMIT_NOFILE, (int) $hard, (int) $hard);

$loop = $argv[1] === 'select' ? new StreamSelectLoop : new EpollLoop;
$backlog = stream_context_create(['socket' => ['backlog' => 1024]]);
$flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
$listening = stream_socket_server('tcp://127.0.0.1:0', $code, $error, $flags, $backlog) ?: exit(1);
stream_set_blocking($listening, false);

$answer = function ($connection) use ($loop): void {
    $asked = fread($connection, LINE_BYTES);
    if ($asked === '' || $asked === false) {
        $loop->removeReadStream($connection);
        fclose($connection);

        return;
    }
    $used = getrusage();
    $seconds = $used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec'];
    fwrite($connection, ($seconds * 1_000_000 + $used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec'])."\n");
};
$loop->addReadStream($listening, function ($listening) use ($loop, $answer): void {
    $connection = @stream_socket_accept($listening, 0);
    if ($connection === false) {
        return; // no descriptor left: who waits to be accepted goes on waking the loop
    }
    stream_set_blocking($connection, false);
    stream_set_read_buffer($connection, 0);
    $loop->addReadStream($connection, $answer);
});

echo parse_url('tcp://'.stream_socket_get_name($listening, false), PHP_URL_PORT), "\n";
$loop->run();
