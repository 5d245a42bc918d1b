<?php

declare(strict_types=1);

namespace ChannelServer\Pusher\HttpApi;

use ChannelServer\Pusher\App;
use ChannelServer\Pusher\Apps;
use ChannelServer\Pusher\ErrorCode;
use ChannelServer\Pusher\PusherServer;
use ChannelServer\Pusher\Signature;
use ChannelServer\Server\HttpRefused;
use ChannelServer\Server\HttpRequest;
use ChannelServer\Server\HttpResponse;

/** The signed HTTP API under /apps/{id}: what the Pusher server libraries call. */
final class HttpApi
{
    /** @param  list<Extension>  $extensions signed calls of the application's own, asked first */
    public function __construct(
        private readonly Apps $apps,
        private readonly PusherServer $server,
        private readonly array $extensions = [],
    ) {
    }

    /** An app's own path prefix may stand before /apps. */
    public static function isApiPath(string $path): bool
    {
        return preg_match('#^(?:/[^/]+)*?/apps/#', $path) === 1;
    }

    /**
     * Whether the body of this request may come: the signature covers the body's digest, so it can be checked before.
     *
     * @throws HttpRefused
     */
    public function admit(HttpRequest $head): void
    {
        Signature::checkHead($this->address($head)[0], $head, time());
    }

    /** @throws HttpRefused */
    public function handle(HttpRequest $request): HttpResponse
    {
        [$app, $path] = $this->address($request);
        Signature::checkHead($app, $request, time());
        Signature::checkBody($request);
        foreach ($this->extensions as $extension) {
            $response = $extension->handle($app, $request, $path);
            if ($response !== null) {
                return $response;
            }
        }

        return $this->route($app, $request, $path);
    }

    /** @return array{App, string} the app, and what follows /apps/{id} */
    private function address(HttpRequest $request): array
    {
        if (preg_match('#^(?:/[^/]+)*?/apps/([^/]+)(/.+)$#D', $request->path(), $parts) !== 1) {
            throw HttpRefused::notFound();
        }

        return [$this->apps->byId(rawurldecode($parts[1])) ?? throw new HttpRefused(404, 'unknown_app', 'There is no app of this id here.'), $parts[2]];
    }

    private function route(App $app, HttpRequest $request, string $path): HttpResponse
    {
        $channels = $this->server->channels($app);
        if ($path === '/events') {
            self::mustBe('POST', $request);

            return HttpResponse::json(200, (new TriggerEvents($channels))->one(JsonBody::of($request)));
        }
        if ($path === '/batch_events') {
            self::mustBe('POST', $request);

            return HttpResponse::json(200, (new TriggerEvents($channels))->batch(JsonBody::of($request)));
        }
        if ($path === '/connections') {
            self::mustBe('GET', $request);

            return HttpResponse::json(200, ['connections' => $channels->countClients()]);
        }
        if ($path === '/channels') {
            self::mustBe('GET', $request);

            return HttpResponse::json(200, (new ShowChannels($channels))->all($request->query()));
        }
        if (preg_match('#^/channels/([^/]+)(/users)?$#D', $path, $parts) === 1) {
            self::mustBe('GET', $request);
            $show = new ShowChannels($channels);
            $name = rawurldecode($parts[1]);

            return HttpResponse::json(200, isset($parts[2]) ? $show->users($name) : $show->one($name, $request->query()));
        }
        if (preg_match('#^/users/([^/]+)/terminate_connections$#D', $path, $parts) === 1) {
            self::mustBe('POST', $request);
            foreach ($channels->socketsOf(rawurldecode($parts[1])) as $client) {
                $client->fail(ErrorCode::UNAUTHORIZED, 'You got disconnected by the app');
            }

            return HttpResponse::json(200, (object) []);
        }
        throw HttpRefused::notFound();
    }

    public static function mustBe(string $method, HttpRequest $request): void
    {
        if ($request->method !== $method) {
            throw new HttpRefused(405, 'method_not_allowed', 'This address does not answer this method.', ['Allow' => $method]);
        }
    }
}
