<?php

declare(strict_types=1);

namespace ChannelServer\Server;

/** What the server asks for every request. */
interface HttpHandler
{
    /**
     * Asked when the head of a request is there and its body is not: who may not send it need not be listened to.
     *
     * @param  HttpRequest  $head with an empty body
     *
     * @throws HttpRefused
     */
    public function admit(HttpRequest $head, Connection $connection): void;

    /**
     * @return HttpResponse|null null where the handler took the connection over (an upgrade): it has answered itself
     *
     * @throws HttpRefused
     */
    public function handle(HttpRequest $request, Connection $connection): ?HttpResponse;
}
