<?php

declare(strict_types=1);

// The long check: php tests/WebSockets/Fuzz/fuzz.php [FRAMES] [SEED]; a million frames take about five minutes.

use Tests\WebSockets\Fuzz\Fuzzing;

require dirname(__DIR__, 3).'/vendor/autoload.php';

$frames = (int) ($argv[1] ?? 1_000_000);
$seed = (int) ($argv[2] ?? 1);
$result = (new Fuzzing($seed))->run($frames, static function (string $line): void {
    echo gmdate('H:i:s')." {$line}\n";
});
echo "seed {$seed}: ".json_encode($result)."\n";
// Caches that are bounded by count fill up in the first quarter; what grows after that leaks.
exit($result['grownBytes'] < 2_000_000 ? 0 : 1);
