<?php

declare(strict_types=1);

namespace Tests;

use Illuminate\Contracts\Http\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Cookie;
use Symfony\Component\HttpFoundation\Response;

/** A browser as far as the chat is concerned: keeps its cookies, and meets a worker that remembers nothing. */
final class Client
{
    /** @var array<string, string> by name */
    public array $cookies = [];

    public function __construct(private readonly Application $app)
    {
    }

    /** @param  array<string, string>  $headers */
    public function get(string $uri, array $headers = []): Answer
    {
        return $this->send('GET', $uri, '', $headers);
    }

    /**
     * @param  array<string, mixed>|string  $body  an array goes as JSON
     * @param  array<string, string>  $headers
     */
    public function post(string $uri, array|string $body = '', array $headers = []): Answer
    {
        return $this->send('POST', $uri, $body, $headers + ['Content-Type' => 'application/json']);
    }

    /** @param  array<string, string>  $fields */
    public function postForm(string $uri, array $fields): Answer
    {
        return $this->send('POST', $uri, http_build_query($fields), ['Content-Type' => 'application/x-www-form-urlencoded'], $fields);
    }

    /**
     * @param  array<string, mixed>|string  $body
     * @param  array<string, string>  $headers
     * @param  array<string, string>  $form
     */
    public function send(string $method, string $uri, array|string $body = '', array $headers = [], array $form = []): Answer
    {
        $content = is_array($body) ? json_encode((object) $body, JSON_THROW_ON_ERROR) : $body;
        $server = ['REQUEST_METHOD' => $method, 'REQUEST_URI' => $uri, 'QUERY_STRING' => (string) parse_url($uri, PHP_URL_QUERY),
            'REMOTE_ADDR' => '127.0.0.1', 'HTTP_HOST' => '127.0.0.1:8000', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'SERVER_PORT' => '8000',
            'SCRIPT_NAME' => '/index.php', 'SCRIPT_FILENAME' => public_path('index.php')];
        foreach ($headers as $name => $value) {
            $key = strtoupper(strtr($name, '-', '_'));
            $server[in_array($key, ['CONTENT_TYPE', 'CONTENT_LENGTH', 'REMOTE_ADDR', 'HTTPS'], true) ? $key : 'HTTP_'.$key] = $value;
        }
        parse_str($server['QUERY_STRING'], $query);
        $request = new Request($query, $form, [], $this->cookies, [], $server, $content);

        // The next request of a real client meets another process.
        $this->app->make('auth')->forgetGuards();
        $kernel = $this->app->make(Kernel::class);
        $response = $kernel->handle($request);
        $kernel->terminate($request, $response);
        $this->keepCookies($response);

        return new Answer($response);
    }

    private function keepCookies(Response $response): void
    {
        foreach ($response->headers->getCookies() as $cookie) {
            if ($cookie->isCleared()) {
                unset($this->cookies[$cookie->getName()]);
            } else {
                $this->cookies[$cookie->getName()] = (string) $cookie->getValue();
            }
        }
    }

    /** The session's cookie, with its attributes. */
    public static function cookie(Answer $answer): ?Cookie
    {
        return $answer->headers->getCookies()[0] ?? null;
    }
}
