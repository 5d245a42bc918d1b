<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Chat\ChangeMessage;
use App\Chat\ListMessages;
use App\Chat\SearchMessages;
use App\Chat\SendMessage;
use App\Http\Json;
use App\Http\MessagesQuery;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

final class MessagesController
{
    public function index(Request $request, ListMessages $listMessages, SearchMessages $searchMessages): JsonResponse
    {
        $query = new MessagesQuery($request);
        $userId = $request->user()->id;
        $page = $query->text === null
            ? $listMessages($userId, $query->after, $query->before, $query->changedAfter, $query->limit)
            : $searchMessages($userId, $query->text, $query->before, $query->limit);

        return Json::response($page->toArray());
    }

    public function store(Request $request, SendMessage $sendMessage): JsonResponse
    {
        $sent = $sendMessage($request->user(), Json::body($request));

        return Json::response(['message' => $sent->message->toArray()], $sent->isNew ? 201 : 200);
    }

    public function update(Request $request, ChangeMessage $changeMessage, string $id): JsonResponse
    {
        $message = $changeMessage->edit($request->user(), (int) $id, Json::body($request));

        return Json::response(['message' => $message->toArray()]);
    }

    public function destroy(Request $request, ChangeMessage $changeMessage, string $id): JsonResponse
    {
        Json::body($request); // none is needed, but a body must be JSON

        return Json::response(['message' => $changeMessage->delete($request->user(), (int) $id)->toArray()]);
    }
}
