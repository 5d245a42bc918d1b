<?php

declare(strict_types=1);

namespace App\Store;

use Illuminate\Database\Connectors\MySqlConnector as LaravelMySqlConnector;
use PDO;
use PDOException;
use Throwable;

/** Laravel's connector, with one statement at the start in place of three, and one try if the server hangs. */
final class MySqlConnector extends LaravelMySqlConnector
{
    /** @param  array<string, mixed>  $config */
    public function connect(array $config)
    {
        $config['options'] = ($config['options'] ?? []) + [PDO::MYSQL_ATTR_INIT_COMMAND => sprintf(
            // A connection that was given up while the server hung stays open until its worker needs another, with all
            // its locks. This limit ends it. (MySQL has none: there that worker's next request ends it.)
            "SET NAMES '%s' COLLATE '%s', SESSION sql_mode = 'STRICT_TRANS_TABLES', "
            .'SESSION innodb_lock_wait_timeout = %d /*M!100300 , SESSION idle_transaction_timeout = %d */',
            $config['charset'], $config['collation'], $config['lock_wait_timeout'], $config['idle_transaction_timeout'],
        )];
        unset($config['charset'], $config['collation']);

        return parent::connect($config);
    }

    /**
     * Laravel would try again here, and once more in the connection that asked: each try waits for a server that hangs.
     * The message must contain none of the phrases by which Laravel recognises a lost connection, or it tries again.
     *
     * @param  array<int, mixed>  $options
     */
    protected function tryAgainIfCausedByLostConnection(Throwable $e, $dsn, $username, $password, $options)
    {
        throw new PDOException("The database refuses connections (error {$e->getCode()}).", 0, $e);
    }
}
