<?php

declare(strict_types=1);

namespace Tests;

use Illuminate\Testing\TestResponse;

/** Laravel's response of a test, and the contract's errors. */
final class Answer extends TestResponse
{
    /** An error body of exactly the contract's shape. */
    public function assertError(int $status, string $code, ?string $field = null): self
    {
        $this->assertStatus($status)->assertHeader('Content-Type', 'application/json');
        $this->assertJson(['error' => ['code' => $code] + ($field === null ? [] : ['field' => $field])]);
        $this->assertJsonCount($field === null ? 2 : 3, 'error'); // with a message

        return $this;
    }
}
