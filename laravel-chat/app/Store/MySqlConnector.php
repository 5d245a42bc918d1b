<?php

declare(strict_types=1);

namespace App\Store;

use Illuminate\Contracts\Cache\Repository;
use Illuminate\Database\Connectors\MySqlConnector as LaravelMySqlConnector;
use PDO;
use PDOException;
use Throwable;

/**
 * Laravel's connector, quicker to give up on a server that hangs, and with one statement at the start in place of
 * three.
 */
final class MySqlConnector extends LaravelMySqlConnector
{
    // While one worker waits for a server that hangs the others say at once that it does.
    private const HANGS = 'database-hangs';

    private const HANGS_SECONDS = 2;

    public function __construct(private readonly Repository $cache)
    {
    }

    /** @param  array<string, mixed>  $config */
    public function connect(array $config)
    {
        $config['options'] = ($config['options'] ?? []) + [PDO::MYSQL_ATTR_INIT_COMMAND => sprintf(
            // A connection that was given up while the server hung stays open until its worker wants another, and would
            // keep every lock that it has. (MySQL has no such limit: there that worker's next request ends it.)
            "SET NAMES '%s' COLLATE '%s', SESSION sql_mode = '%s', "
            .'SESSION innodb_lock_wait_timeout = %d /*M!100300 , SESSION idle_transaction_timeout = %d */',
            $config['charset'], $config['collation'], implode(',', $config['modes']), $config['lock_wait_timeout'],
            $config['idle_transaction_timeout'] ?? 0, // a cache of settings may be older
        )];
        unset($config['charset'], $config['collation'], $config['modes'], $config['strict']);

        if ($this->cache->has(self::HANGS)) {
            throw new PDOException('The database hung a moment ago.');
        }
        $began = hrtime(true);
        try {
            return parent::connect($config);
        } catch (PDOException $fault) {
            if (hrtime(true) - $began > 1e9) { // a refusal is quick and makes nobody wait
                $this->cache->put(self::HANGS, true, self::HANGS_SECONDS);
            }

            throw $fault;
        }
    }

    /**
     * Laravel tries again here, and once more in the connection that asked: each try is a wait for a server that hangs,
     * so both are left out. The message must hold none of the phrases by which Laravel knows a connection that was
     * lost.
     *
     * @param  array<int, mixed>  $options
     */
    protected function tryAgainIfCausedByLostConnection(Throwable $e, $dsn, $username, $password, $options)
    {
        throw new PDOException("The database refuses connections (error {$e->getCode()}).", 0, $e);
    }
}
