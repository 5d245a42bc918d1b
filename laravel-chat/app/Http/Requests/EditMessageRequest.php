<?php

declare(strict_types=1);

namespace App\Http\Requests;

use App\Chat\Text;

final class EditMessageRequest extends JsonRequest
{
    public string $text;

    protected function clean(array $fields): void
    {
        $this->text = Text::clean($fields['text'] ?? null);
    }
}
