<?php

declare(strict_types=1);

namespace App;

use RuntimeException;

/** The chat does not start with this setting. The message names the variable, its value and what is wrong with it. */
final class SettingRefused extends RuntimeException
{
}
