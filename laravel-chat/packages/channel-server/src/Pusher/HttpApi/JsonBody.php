<?php

declare(strict_types=1);

namespace ChannelServer\Pusher\HttpApi;

use ChannelServer\Server\HttpRefused;
use ChannelServer\Server\HttpRequest;
use JsonException;
use stdClass;

/** A body that must be one JSON object. */
final class JsonBody
{
    /** @throws HttpRefused 400 bad_json */
    public static function of(HttpRequest $request): stdClass
    {
        try {
            $data = json_decode($request->body, false, 64, JSON_THROW_ON_ERROR);
        } catch (JsonException) {
            $data = null;
        }

        return $data instanceof stdClass ? $data : throw new HttpRefused(400, 'bad_json', 'The body is not a JSON object in UTF-8.');
    }
}
