<?php

declare(strict_types=1);

namespace ReactEpoll\Upstream;

use React\Tests\EventLoop\BinTest as ReactsBinTest;

/** React's small programs, which run to their end with or without Loop::run(), on an installed EpollLoop. */
final class BinTest extends ReactsBinTest
{
    private string $folder;

    /** @before */
    public function setUpBin()
    {
        // The programs look for vendor/autoload.php two folders above theirs.
        $this->folder = sys_get_temp_dir().'/react-epoll-'.bin2hex(random_bytes(8));
        mkdir("$this->folder/tests/bin", 0700, true);
        mkdir("$this->folder/vendor");
        foreach (glob(REACT_EVENT_LOOP.'/tests/bin/*.php') ?: [] as $program) {
            copy($program, "$this->folder/tests/bin/".basename($program));
        }
        $autoload = dirname((string) (new \ReflectionClass(\Composer\Autoload\ClassLoader::class))->getFileName(), 2).'/autoload.php';
        $code = 'require '.var_export($autoload, true).'; require '.var_export(__DIR__.'/bootstrap.php', true).'; ReactEpoll\EpollLoop::install();';
        file_put_contents("$this->folder/vendor/autoload.php", "<?php $code");
        chdir("$this->folder/tests/bin");
    }

    protected function tearDown(): void
    {
        chdir(__DIR__);
        array_map('unlink', [...(glob("$this->folder/tests/bin/*.php") ?: []), "$this->folder/vendor/autoload.php"]);
        array_map('rmdir', ["$this->folder/tests/bin", "$this->folder/tests", "$this->folder/vendor", $this->folder]);
    }
}
