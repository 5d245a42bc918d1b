<?php

declare(strict_types=1);

namespace ChannelServer\Laravel;

/** What of config/websockets.php this server does not heed: settings of laravel-websockets that mean nothing any more, and misspelt ones. */
final class WithoutMeaning
{
    private const GONE = [
        'app_provider' => 'the apps are those of this file',
        'channel_manager' => 'channels are kept by the one process that serves them',
        'path' => 'there is no dashboard',
        'middleware' => 'there is no dashboard',
        'statistics' => 'nothing is stored: /metrics tells the figures',
    ];

    private const GONE_OF_APPS = [
        'enable_statistics' => 'nothing is stored: /metrics tells the figures',
        'host' => 'clients say themselves where they connect to',
    ];

    /**
     * @param  array<string, mixed>  $config
     * @param  array<string, mixed>  $known  the package's own file
     * @return array<string, string> why, by setting
     */
    public static function of(array $config, array $known): array
    {
        $found = self::named($config, $known, self::GONE, '');
        $appSettings = ($known['apps'][0] ?? []) + ServerConfig::OF_AN_APP;
        foreach (is_array($config['apps'] ?? null) ? $config['apps'] : [] as $app) {
            $found += self::named((array) $app, $appSettings, self::GONE_OF_APPS, 'apps.*.');
        }
        foreach (['dashboard', 'api'] as $group) {
            $found += self::named((array) ($config[$group] ?? []), $known[$group] ?? [], [], "$group.");
        }

        return $found;
    }

    /**
     * @param  array<array-key, mixed>  $settings
     * @param  array<string, mixed>  $known
     * @param  array<string, string>  $gone
     * @return array<string, string>
     */
    private static function named(array $settings, array $known, array $gone, string $prefix): array
    {
        $found = [];
        foreach (array_diff_key($settings, $known) as $name => $value) {
            $found[$prefix.$name] = $gone[$name] ?? 'is not known here';
        }

        return $found;
    }
}
