<?php

declare(strict_types=1);

namespace WebSockets\Cluster;

use App\SettingRefused;

/** Where Redis listens, and how to log in there. */
final class RedisUrl
{
    /** As ReactPHP names it. */
    public readonly string $address;

    /** @var list<list<string>> the command that names the account, if the URL has one */
    public readonly array $login;

    /**
     * @param  string  $url  redis://[[USER]:PASSWORD@]HOST[:PORT] or unix:/path
     *
     * @throws SettingRefused
     */
    public function __construct(string $url)
    {
        $isUnix = str_starts_with($url, 'unix:/');
        $parts = $isUnix ? ['path' => substr($url, strlen('unix:'))] : parse_url($url);
        $isTcp = ($parts['scheme'] ?? '') === 'redis' && ($parts['host'] ?? '') !== '';
        if ($parts === false || (! $isUnix && ! $isTcp)) {
            throw new SettingRefused('REDIS_URL names no server: redis://HOST:PORT or unix:/path');
        }
        $parts += ['host' => '', 'port' => 6379, 'path' => '', 'user' => '', 'pass' => ''];
        [$user, $password] = [rawurldecode($parts['user']), rawurldecode($parts['pass'])];
        $this->address = $isUnix ? 'unix:///'.ltrim($parts['path'], '/') : "tcp://{$parts['host']}:{$parts['port']}";
        $this->login = $password === '' ? [] : [['AUTH', $user === '' ? 'default' : $user, $password]];
    }
}
