<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\Response;

/** What a request costs before it does anything: the target of floods. */
final class EmptyController
{
    public function __invoke(): Response
    {
        return new Response;
    }
}
