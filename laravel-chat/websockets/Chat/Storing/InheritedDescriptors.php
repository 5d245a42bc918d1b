<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

use FFI;

/**
 * A process started by the loop inherits a copy of every client's socket: PHP opens them without CLOEXEC. Unless the copies are
 * closed, the port stays taken when the loop dies and descriptors pile up.
 */
final class InheritedDescriptors
{
    /** Closes everything that is a socket; must be called before this process opens sockets of its own. Does nothing without ext-ffi. */
    public static function close(): void
    {
        if (! extension_loaded('ffi') || ! is_dir('/proc/self/fd')) {
            return;
        }
        $libc = self::libc();
        foreach (scandir('/proc/self/fd') ?: [] as $name) {
            if (ctype_digit($name) && (int) $name > 2 && str_starts_with((string) @readlink("/proc/self/fd/$name"), 'socket:')) {
                $libc->close((int) $name);
            }
        }
    }

    /** Typed as mixed: its method is that of the C declaration. */
    private static function libc(): mixed
    {
        return FFI::cdef('int close(int fd);');
    }
}
