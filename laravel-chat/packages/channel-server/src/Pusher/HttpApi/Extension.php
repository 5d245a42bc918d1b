<?php

declare(strict_types=1);

namespace ChannelServer\Pusher\HttpApi;

use ChannelServer\Pusher\App;
use ChannelServer\Server\HttpRefused;
use ChannelServer\Server\HttpRequest;
use ChannelServer\Server\HttpResponse;

/** Further calls under /apps/{id}; the signature is checked already. */
interface Extension
{
    /**
     * @param  string  $path  what follows /apps/{id}
     * @return HttpResponse|null null for a call of somebody else's
     *
     * @throws HttpRefused
     */
    public function handle(App $app, HttpRequest $request, string $path): ?HttpResponse;
}
