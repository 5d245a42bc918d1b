<?php

declare(strict_types=1);

// What the generators share: they gather ranges of characters, and write a file with one entry a line.

/**
 * Adds a character to ranges of characters; they come in rising order.
 *
 * @param  list<array{int, int}>  $ranges
 */
function addTo(array &$ranges, int $point): void
{
    $last = array_key_last($ranges);
    if ($last !== null && $ranges[$last][1] === $point - 1) {
        $ranges[$last][1] = $point;
    } else {
        $ranges[] = [$point, $point];
    }
}

/**
 * Writes a file anew, beside its generator.
 *
 * @param  string  $generator  its path
 * @param  array<string, mixed>  $entries
 * @param  string  $map  the name of the last entry: characters by what they become
 * @param  array<array-key, list<string>>  $characters
 */
function writeTable(string $generator, string $name, array $entries, string $map, array $characters): void
{
    $lines = static fn (array $entries): string => implode(",\n", $entries);
    $json = static fn (mixed $value): string => json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
    $entry = static fn (string|int $key, mixed $value, string $colon): string => $json((string) $key).$colon.$json($value);

    $entries = [
        'unicode' => implode('.', array_slice(IntlChar::getUnicodeVersion(), 0, 3)),
        'source' => 'ICU '.INTL_ICU_VERSION.', by '.basename($generator),
    ] + $entries;
    ksort($characters, SORT_STRING);
    $file = dirname($generator)."/{$name}";
    file_put_contents($file, "{\n".$lines([
        ...array_map(fn (string $key): string => $entry($key, $entries[$key], ': '), array_keys($entries)),
        "\"{$map}\": {\n".$lines(array_map(fn (string|int $to): string => $entry($to, implode('', $characters[$to]), ':'), array_keys($characters)))."\n}",
    ])."\n}\n");
    echo $file, ': ', filesize($file), " bytes\n";
}
