<?php

declare(strict_types=1);

namespace ChannelServer;

use ChannelServer\Server\HttpResponse;

/** GET /health: ok, or which part is not. */
final class Health
{
    /** @param  array<string, mixed>  $facts about this process: loop, limit, pid */
    public function __construct(private readonly Module $module, private readonly array $facts)
    {
    }

    /** For everybody: what is well, and not what exactly is wrong. */
    public function summary(): HttpResponse
    {
        $told = [];
        foreach ($this->module->troubles() as $part => $trouble) {
            $told[$part] = $trouble === null ? null : "the $part is away or in trouble";
        }

        return self::response($told, []);
    }

    /** For those who tend it. */
    public function details(): HttpResponse
    {
        return self::response($this->module->troubles(), $this->facts);
    }

    /**
     * @param  array<string, string|null>  $troubles
     * @param  array<string, mixed>  $facts
     */
    private static function response(array $troubles, array $facts): HttpResponse
    {
        $isWell = array_filter($troubles, is_string(...)) === [];

        return HttpResponse::json($isWell ? 200 : 503, [
            'status' => $isWell ? 'ok' : 'degraded',
            'parts' => array_map(static fn (?string $trouble): string => $trouble ?? 'ok', $troubles) + ['socket' => 'ok'],
        ] + $facts);
    }
}
