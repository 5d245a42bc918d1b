<?php

declare(strict_types=1);

namespace App\Models;

use App\Chat\User as ChatUser;
use Illuminate\Auth\Authenticatable as AuthenticatesBySession;
use Illuminate\Database\Eloquent\Model;

/**
 * @property int $id
 * @property string $name
 * @property string $password a bcrypt hash
 * @property ?string $key what the name is unique by: see Names
 */
final class User extends Model implements ChatUser
{
    use AuthenticatesBySession;

    public const UPDATED_AT = null;

    // named, or Laravel derives it by English grammar, for a fifth of a millisecond a request
    protected $table = 'users';

    protected $fillable = ['name', 'password', 'key'];

    protected $hidden = ['password', 'key'];

    protected $dateFormat = 'Y-m-d H:i:s.v';

    public function id(): string
    {
        return (string) $this->id;
    }

    public function name(): string
    {
        return $this->name;
    }

    /** @return array{id: string, name: string} */
    public function toContract(): array
    {
        return ['id' => $this->id(), 'name' => $this->name];
    }
}
