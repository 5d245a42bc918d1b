<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Http\Json;
use App\Http\MetricsText;
use Illuminate\Http\Response;

final class MetricsController
{
    public function __invoke(MetricsText $metrics): Response
    {
        return new Response((string) $metrics, 200, ['Content-Type' => 'text/plain; version=0.0.4; charset=utf-8'] + Json::HEADERS);
    }
}
