<?php

declare(strict_types=1);

namespace App\Store;

/**
 * The different words of many texts. PHP's hash tables know no secret, and words chosen to collide in one cost the square of their number:
 * here each is found by a hash that depends on one.
 */
final class DifferentWords
{
    /** @var array<string, string> by their hashes */
    private array $words = [];

    private int $bytes = 0;

    /** @var array{seed: int} */
    private readonly array $secret;

    /** @param  int  $bytesMax  of all of them; beyond it no more are gathered */
    public function __construct(private readonly int $bytesMax)
    {
        $this->secret = ['seed' => random_int(0, PHP_INT_MAX)];
    }

    /** @param  string  $words  each behind a space */
    public function add(string $words): void
    {
        if ($this->bytes > $this->bytesMax) {
            return;
        }
        foreach (explode(' ', $words) as $word) {
            $hash = hash('xxh128', $word, true, $this->secret);
            if ($word !== '' && ! isset($this->words[$hash])) {
                $this->words[$hash] = $word;
                $this->bytes += strlen($word) + 1;
            }
        }
    }

    /** @return ?string each behind a space; null where they are too many */
    public function text(): ?string
    {
        return $this->bytes > $this->bytesMax ? null : ' '.implode(' ', $this->words);
    }
}
