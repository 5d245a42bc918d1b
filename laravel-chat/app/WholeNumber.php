<?php

declare(strict_types=1);

namespace App;

/** Reads a whole number from a variable of the environment or an option of a command. */
final class WholeNumber
{
    /**
     * @param  mixed  $value  as env() or option() returns it; if it is unset or empty, the result is $default
     *
     * @throws SettingRefused
     */
    public static function of(string $name, mixed $value, int $default, int $min, int $max): int
    {
        if ($value === null || $value === '') {
            return $default;
        }
        $shown = is_string($value) ? $value : (string) json_encode($value);
        $number = filter_var($shown, FILTER_VALIDATE_INT, ['options' => ['min_range' => $min, 'max_range' => $max]]);
        if (is_int($number)) {
            return $number;
        }
        throw new SettingRefused("{$name}={$shown}: set a whole number from {$min} to {$max}");
    }
}
