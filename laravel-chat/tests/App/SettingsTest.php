<?php

declare(strict_types=1);

namespace Tests\App;

use App\SettingRefused;
use App\WholeNumber;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class SettingsTest extends TestCase
{
    public function test_an_unset_or_empty_variable_has_its_default(): void
    {
        foreach ([[null, 10], ['', 10], ['4', 4], ['15', 15]] as [$value, $number]) {
            $this->assertSame($number, WholeNumber::of('CHAT_BCRYPT_COST', $value, 10, 4, 15));
        }
        [$root, $_SERVER['CHAT_DATA']] = [dirname(__DIR__, 2), ''];
        $this->assertSame("{$root}/var/chat.sqlite", (require "{$root}/config/database.php")['connections']['sqlite']['database']);
        unset($_SERVER['CHAT_DATA']);
    }

    public function test_1_alone_switches_a_setting_on_as_on_nodejs(): void
    {
        $config = dirname(__DIR__, 2).'/config';
        foreach ([['1', true], ['true', false], ['', false]] as [$value, $isOn]) {
            $_SERVER['CHAT_TRUST_PROXY'] = $value;
            $this->assertSame($isOn, (require "{$config}/chat.php")['trust_proxy']);
            unset($_SERVER['CHAT_TRUST_PROXY']);
            $_SERVER['CHAT_LAB'] = $value;
            $this->assertSame($isOn, (require "{$config}/lab.php")['on']);
            unset($_SERVER['CHAT_LAB']);
        }
    }

    #[DataProvider('wrong')]
    public function test_a_number_out_of_bounds_is_refused_with_its_name(mixed $value, string $shown): void
    {
        $this->expectExceptionObject(new SettingRefused("CHAT_BCRYPT_COST={$shown}: set a whole number from 4 to 15"));
        WholeNumber::of('CHAT_BCRYPT_COST', $value, 10, 4, 15);
    }

    /** @return list<array{mixed, string}> env() makes a boolean of `true` */
    public static function wrong(): array
    {
        return [['3', '3'], ['16', '16'], ['4.5', '4.5'], ['ten', 'ten'], [true, 'true'], [false, 'false']];
    }
}
