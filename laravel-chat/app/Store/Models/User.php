<?php

declare(strict_types=1);

namespace App\Store\Models;

use Illuminate\Auth\Authenticatable as AuthenticatesBySession;
use Illuminate\Contracts\Auth\Authenticatable;
use Illuminate\Database\Eloquent\Model;

/**
 * @property int $id
 * @property string $name
 * @property string $password a bcrypt hash
 * @property ?string $skeleton what the name looks like, as Users makes it
 */
final class User extends Model implements Authenticatable
{
    use AuthenticatesBySession;

    public const UPDATED_AT = null;

    protected $fillable = ['name', 'password', 'skeleton'];

    protected $hidden = ['password', 'skeleton'];

    protected $dateFormat = 'Y-m-d H:i:s.v';

    /** @return array{id: string, name: string} */
    public function toContract(): array
    {
        return ['id' => (string) $this->id, 'name' => $this->name];
    }
}
