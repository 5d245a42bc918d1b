<?php

declare(strict_types=1);

namespace Tests;

use PHPUnit\Framework\Assert;
use Symfony\Component\HttpFoundation\BinaryFileResponse;
use Symfony\Component\HttpFoundation\Response;

/** An HTTP answer, and what tests say about it. */
final class Answer
{
    public function __construct(public readonly Response $response)
    {
    }

    public function status(): int
    {
        return $this->response->getStatusCode();
    }

    public function header(string $name): ?string
    {
        return $this->response->headers->get($name);
    }

    public function body(): string
    {
        return $this->response instanceof BinaryFileResponse
            ? (string) file_get_contents($this->response->getFile()->getPathname())
            : (string) $this->response->getContent();
    }

    /** @param  string  $path dots between keys, e.g. `user.name` */
    public function json(?string $path = null): mixed
    {
        return data_get(json_decode($this->body(), true, flags: JSON_THROW_ON_ERROR), $path);
    }

    public function is(int $status): self
    {
        Assert::assertSame($status, $this->status(), $this->body());

        return $this;
    }

    /** An error body of exactly the contract's shape. */
    public function fails(int $status, string $code, ?string $field = null): self
    {
        $this->is($status);
        Assert::assertSame('application/json', $this->header('Content-Type'));
        $error = $this->json('error');
        Assert::assertIsString($error['message']);
        Assert::assertSame(['code' => $code] + ($field === null ? [] : ['field' => $field]), array_diff_key($error, ['message' => 0]));

        return $this;
    }
}
