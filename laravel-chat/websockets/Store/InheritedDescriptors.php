<?php

declare(strict_types=1);

namespace WebSockets\Store;

use FFI;
use Throwable;

/**
 * A process started by the loop inherits a copy of every client's socket: PHP opens them without CLOEXEC. Unless the
 * copies are closed, the port stays taken when the loop dies and descriptors pile up.
 */
final class InheritedDescriptors
{
    /** Closes everything that is a socket: called before this process opens its own. Needs ext-ffi, else does nothing. */
    public static function close(): void
    {
        $libc = self::libc();
        if ($libc === null || ! is_dir('/proc/self/fd')) {
            return;
        }
        foreach (scandir('/proc/self/fd') ?: [] as $name) {
            if (ctype_digit($name) && (int) $name > 2 && str_starts_with((string) @readlink("/proc/self/fd/$name"), 'socket:')) {
                $libc->close((int) $name);
            }
        }
    }

    /** Null without ext-ffi, and where ffi.enable forbids it. Typed as mixed: its method is that of the C declaration. */
    private static function libc(): mixed
    {
        try {
            return extension_loaded('ffi') ? FFI::cdef('int close(int fd);') : null;
        } catch (Throwable) {
            return null;
        }
    }
}
