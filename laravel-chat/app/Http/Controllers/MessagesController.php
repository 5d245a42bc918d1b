<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Chat\ChangeMessage;
use App\Chat\ListMessages;
use App\Chat\SearchMessages;
use App\Chat\SendMessage;
use App\Chat\User;
use App\Http\Json;
use App\Http\MessagesQuery;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

final class MessagesController
{
    public function index(
        User $user,
        Request $request,
        ListMessages $listMessages,
        SearchMessages $searchMessages,
    ): JsonResponse {
        $query = new MessagesQuery($request);
        $page = $query->text === null
            ? $listMessages->handle($user->id, $query->limit, $query->after, $query->before, $query->changedAfter)
            : $searchMessages->handle($user->id, $query->text, $query->before, $query->limit);

        return Json::response($page->toArray());
    }

    public function store(User $user, Request $request, SendMessage $sendMessage): JsonResponse
    {
        $sent = $sendMessage->handle($user, Json::body($request));

        return Json::response(['message' => $sent->message->toArray()], $sent->isNew ? 201 : 200);
    }

    public function update(User $user, Request $request, ChangeMessage $changeMessage, string $id): JsonResponse
    {
        $message = $changeMessage->edit($user, (int) $id, Json::body($request));

        return Json::response(['message' => $message->toArray()]);
    }

    public function destroy(User $user, Request $request, ChangeMessage $changeMessage, string $id): JsonResponse
    {
        Json::body($request); // none is needed, but a body must be JSON

        return Json::response(['message' => $changeMessage->delete($user, (int) $id)->toArray()]);
    }
}
