<?php

declare(strict_types=1);

namespace ChannelServer\Tests;

use FilesystemIterator;
use PHPUnit\Framework\TestCase;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;

final class StandsAloneTest extends TestCase
{
    public function test_it_uses_nothing_but_laravel_react_and_itself_and_laravel_in_one_folder_alone(): void
    {
        $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator(dirname(__DIR__).'/src', FilesystemIterator::SKIP_DOTS));
        $foreign = [];
        foreach ($files as $file) {
            preg_match_all('/^use (?:function )?\\\\?([A-Za-z]+)\\\\/m', (string) file_get_contents((string) $file), $used);
            $allowed = ['ChannelServer', 'React', 'ReactEpoll', ...str_contains((string) $file, '/src/Laravel/') ? ['Illuminate', 'Symfony'] : []];
            foreach (array_diff($used[1], $allowed) as $vendor) {
                $foreign[] = "$vendor in $file";
            }
        }
        $this->assertSame([], $foreign);
    }
}
