<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Fields;
use App\Chat\Names;
use App\ChatError;
use LogicException;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Each row of contract/vectors.json: what a field takes, what it becomes and what refuses it. */
final class FieldsTest extends TestCase
{
    #[DataProvider('vectors')]
    public function test_a_field_is_taken_or_refused_as_the_contract_says(string $field, mixed $sent, mixed $stored, ?string $error): void
    {
        try {
            $clean = self::clean($field, $sent);
        } catch (ChatError $fault) {
            $this->assertSame([$error, $field], [$fault->errorCode, $fault->field]);

            return;
        }
        $this->assertNull($error);
        $this->assertSame($stored, $clean);
    }

    /** @return iterable<array{string, mixed, mixed, ?string}> */
    public static function vectors(): iterable
    {
        $file = (string) file_get_contents(dirname(__DIR__, 3).'/contract/vectors.json');
        foreach (['login', 'password', 'text', 'clientId'] as $field) {
            foreach (json_decode($file, true, flags: JSON_THROW_ON_ERROR)[$field] as $number => $row) {
                $sent = self::written(isset($row['repeat']) ? $row : $row['input'] ?? null);
                $stored = isset($row['stored']) ? self::written($row['stored']) : $sent;
                yield "{$field} {$number} ".($row['why'] ?? '') => [$field, $sent, $stored, $row['error'] ?? null];
            }
        }
    }

    private static function clean(string $field, mixed $sent): string
    {
        $clean = match ($field) {
            'login' => Fields::cleanLogin($sent),
            'password' => Fields::cleanPassword($sent),
            'text' => Fields::cleanText($sent),
            'clientId' => Fields::cleanClientId($sent),
            default => throw new LogicException($field),
        };

        return $field !== 'login' || Names::mayBeNew($clean) ? $clean : throw ChatError::of('login_invalid', 'login');
    }

    private static function written(mixed $value): mixed
    {
        if (is_array($value) && isset($value['repeat'])) {
            return str_repeat($value['repeat'][1], $value['repeat'][0]).($value['then'] ?? '');
        }

        return is_string($value) ? str_replace('{n}', '777777777777', $value) : $value;
    }
}
