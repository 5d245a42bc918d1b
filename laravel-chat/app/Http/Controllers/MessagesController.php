<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Chat\ChangeMessage;
use App\Chat\ListMessages;
use App\Chat\SearchMessages;
use App\Chat\SendMessage;
use App\Chat\User;
use App\Http\Json;
use App\Http\Requests\DeleteMessageRequest;
use App\Http\Requests\EditMessageRequest;
use App\Http\Requests\MessagesRequest;
use App\Http\Requests\SendMessageRequest;
use Illuminate\Contracts\Auth\Authenticatable;
use Illuminate\Http\JsonResponse;

final class MessagesController
{
    /** @param  User  $user */
    public function index(
        Authenticatable $user,
        MessagesRequest $request,
        ListMessages $listMessages,
        SearchMessages $searchMessages,
    ): JsonResponse {
        [$search, $before, $limit] = [$request->search, $request->before, $request->limit];
        $page = $search === null
            ? $listMessages->handle($user->id(), $request->after, $before, $request->changedAfter, $limit)
            : $searchMessages->handle($user->id(), $search, $before, $limit);

        return Json::response($page->toArray());
    }

    /** @param  User  $user */
    public function store(Authenticatable $user, SendMessageRequest $request, SendMessage $sendMessage): JsonResponse
    {
        $sent = $sendMessage->handle($request->message($user));

        return Json::response(['message' => $sent->message->toArray()], $sent->isNew ? 201 : 200);
    }

    /** @param  User  $user */
    public function update(
        Authenticatable $user,
        EditMessageRequest $request,
        ChangeMessage $changeMessage,
        string $id,
    ): JsonResponse {
        return Json::response(['message' => $changeMessage->edit($user->id(), (int) $id, $request->text)->toArray()]);
    }

    /** @param  User  $user */
    public function destroy(
        Authenticatable $user,
        DeleteMessageRequest $request,
        ChangeMessage $changeMessage,
        string $id,
    ): JsonResponse {
        return Json::response(['message' => $changeMessage->delete($user->id(), (int) $id)->toArray()]);
    }
}
