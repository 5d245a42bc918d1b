<?php

declare(strict_types=1);

namespace App;

use RuntimeException;

/**
 * A setting with which this chat does not start; its message names the variable, its value and what is wrong with it.
 */
final class SettingRefused extends RuntimeException
{
}
