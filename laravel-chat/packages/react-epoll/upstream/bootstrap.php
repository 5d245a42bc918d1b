<?php

declare(strict_types=1);

// Runs react/event-loop's own tests on EpollLoop: README.md, "React's own tests". Their checkout is named by REACT_EVENT_LOOP.

$theirs = realpath((string) getenv('REACT_EVENT_LOOP'));
if ($theirs === false || ! is_file("$theirs/tests/AbstractLoopTest.php")) {
    fwrite(STDERR, "REACT_EVENT_LOOP must name a checkout of https://github.com/reactphp/event-loop (branch 1.x).\n");
    exit(2);
}
define('REACT_EVENT_LOOP', $theirs);
foreach (['ReactEpoll\\Upstream\\' => __DIR__, 'ReactEpoll\\' => dirname(__DIR__).'/src', 'React\\Tests\\EventLoop\\' => "$theirs/tests", 'React\\EventLoop\\' => "$theirs/src"] as $prefix => $folder) {
    // What is installed beside PHPUnit comes first.
    spl_autoload_register(static function (string $class) use ($prefix, $folder): void {
        $file = $folder.'/'.strtr(substr($class, strlen($prefix)), '\\', '/').'.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
        }
    });
}
