<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Http\SessionHandle;
use Illuminate\Broadcasting\Broadcasters\Broadcaster;
use Illuminate\Broadcasting\Broadcasters\UsePusherChannelConventions;
use Illuminate\Broadcasting\BroadcastException;
use Symfony\Component\HttpKernel\Exception\AccessDeniedHttpException;

/** Laravel's broadcasting over the Pusher HTTP API, without the Pusher library, whose last version for PHP 8.2 breaks here. */
final class PusherHttpBroadcaster extends Broadcaster
{
    use UsePusherChannelConventions;

    public function __construct(private readonly PusherApi $api)
    {
    }

    /** @return array{auth: string, channel_data?: string} */
    public function auth($request): array
    {
        // The form's own fields: `input()` may read another body, or the query.
        $channel = $request->request->getString('channel_name');
        $name = $this->normalizeChannelName($channel);
        if ($this->isGuardedChannel($channel) && ! $this->retrieveUser($request, $name)) {
            throw new AccessDeniedHttpException;
        }

        return parent::verifyUserCanAccessChannel($request, $name);
    }

    /** @return array{auth: string, channel_data?: string} */
    public function validAuthenticationResponse($request, $result): array
    {
        [$socketId, $channel] = [$request->request->getString('socket_id'), $request->request->getString('channel_name')];
        if (! str_starts_with($channel, 'presence-')) {
            return ['auth' => $this->api->channelAuth($socketId, $channel)];
        }
        $data = json_encode([
            'user_id' => $result['id'],
            'user_info' => ['name' => $result['name']],
            // Lets the loop find the sockets of a session when it ends, without knowing the session.
            'session' => SessionHandle::of($request->session()->getId()),
        ], JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);

        return ['auth' => $this->api->channelAuth($socketId, $channel, $data), 'channel_data' => $data];
    }

    /**
     * @param  array<array-key, mixed>  $channels
     * @param  array<string, mixed>  $payload
     *
     * @throws BroadcastException
     */
    public function broadcast(array $channels, $event, array $payload = []): void
    {
        $except = $payload['socket'] ?? null;
        unset($payload['socket']);
        $this->api->trigger(array_values($this->formatChannels($channels)), $event, json_encode(
            $payload, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES,
        ), $except);
    }
}
