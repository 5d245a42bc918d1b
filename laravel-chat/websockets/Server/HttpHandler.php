<?php

declare(strict_types=1);

namespace WebSockets\Server;

/** What the server asks for every request. */
interface HttpHandler
{
    /**
     * @return HttpResponse|null null where the handler took the connection over (an upgrade): it has answered itself
     *
     * @throws HttpRefused
     */
    public function handle(HttpRequest $request, Connection $connection): ?HttpResponse;
}
