<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Chat\ChangeMessage;
use App\Chat\ListMessages;
use App\Chat\SearchMessages;
use App\Chat\SendMessage;
use App\Chat\Sent;
use App\Chat\User;
use App\Http\Json;
use App\Http\Requests\DeleteMessageRequest;
use App\Http\Requests\EditMessageRequest;
use App\Http\Requests\MessagesRequest;
use App\Http\Requests\SendMessageRequest;
use Illuminate\Contracts\Auth\Authenticatable;
use Illuminate\Http\JsonResponse;
use LogicException;
use Throwable;

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

    /**
     * @param  User  $user
     * @param  SendMessage<\App\Chat\Message>  $sendMessage
     */
    public function store(Authenticatable $user, SendMessageRequest $request, SendMessage $sendMessage): JsonResponse
    {
        $answer = null;
        $sendMessage->handle($request->message($user), static function (Sent|Throwable $given) use (&$answer): void {
            $answer = $given;
        });
        if (! $answer instanceof Sent) {
            throw $answer ?? new LogicException('A worker stores at once.');
        }

        return Json::response(['message' => $answer->message->toArray()], $answer->isNew ? 201 : 200);
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
