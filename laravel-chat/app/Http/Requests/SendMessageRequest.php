<?php

declare(strict_types=1);

namespace App\Http\Requests;

use App\Chat\ClientId;
use App\Chat\NewMessage;
use App\Chat\Text;
use App\Chat\User;

final class SendMessageRequest extends JsonRequest
{
    private string $text;

    private string $clientId;

    protected function clean(array $fields): void
    {
        $this->text = Text::clean($fields['text'] ?? null);
        $this->clientId = ClientId::clean($fields['clientId'] ?? null);
    }

    public function message(User $from): NewMessage
    {
        return new NewMessage($from->id(), $from->name(), $this->text, $this->clientId);
    }
}
