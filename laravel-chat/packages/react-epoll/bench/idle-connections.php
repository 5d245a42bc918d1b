<?php

declare(strict_types=1);

// php bench/idle-connections.php ADDRESS PID [IDLE ...]
//
// What idle connections cost an HTTP server, and what a request beside them takes. ADDRESS is HOST:PORT on this machine, PID the server's;
// for each number of idle connections (0 100 1000 10000) one line: memory of the server, p50, p95 and the longest of 200 requests, one after another.
// Ends with status 1 where a request is not answered within 5 s.

const REQUESTS = 200;
const SECONDS = 5;

[, $address, $pid] = $argv + [null, '127.0.0.1:8080', '0'];
$steps = array_map(intval(...), array_slice($argv, 3)) ?: [0, 100, 1000, 10_000];
if (! posix_setrlimit(POSIX_RLIMIT_NOFILE, max($steps) + 100, max($steps) + 100)) {
    exit('This many connections need more descriptors: ulimit -n '.(max($steps) + 100).PHP_EOL);
}

/** @return resource|null */
function connect(string $address)
{
    return @stream_socket_client("tcp://$address", $code, $why, SECONDS) ?: null;
}

/** @return float|null ms; null without an answer */
function request(string $address): ?float
{
    $began = hrtime(true);
    $connection = connect($address);
    if ($connection === null) {
        return null;
    }
    stream_set_timeout($connection, SECONDS);
    fwrite($connection, "GET / HTTP/1.1\r\nHost: $address\r\nConnection: close\r\n\r\n");
    $answer = (string) stream_get_contents($connection);
    fclose($connection);

    return str_contains($answer, ' 200 ') ? (hrtime(true) - $began) / 1e6 : null;
}

function memory(string $pid): string
{
    $found = preg_match('/^VmRSS:\s+(\d+) kB$/m', (string) @file_get_contents("/proc/$pid/status"), $kilobytes);

    return $found ? sprintf('%.1f MB', $kilobytes[1] / 1024) : 'gone';
}

printf("%8s %12s %9s %9s %9s\n", 'idle', 'memory', 'p50', 'p95', 'longest');
$idle = [];
foreach ($steps as $step) {
    while (count($idle) < $step) {
        $connection = connect($address);
        if ($connection === null) {
            break;
        }
        $idle[] = $connection;
    }
    $times = [];
    while (count($times) < REQUESTS && ($time = request($address)) !== null) {
        $times[] = $time;
    }
    $fine = count($times) === REQUESTS && count($idle) === $step;
    if (! $fine) {
        printf("%8d %12s   a request was not answered: %d idle connections were opened, %d requests answered\n", $step, memory($pid), count($idle), count($times));
        exit(1);
    }
    sort($times);
    printf("%8d %12s %6.2f ms %6.2f ms %6.2f ms\n", $step, memory($pid), $times[REQUESTS / 2], $times[(int) (REQUESTS * 0.95)], $times[REQUESTS - 1]);
}
