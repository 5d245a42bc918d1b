<?php

declare(strict_types=1);

use App\Contract;

return Contract::read();
