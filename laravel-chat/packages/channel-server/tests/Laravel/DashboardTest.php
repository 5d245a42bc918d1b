<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Laravel;

use ChannelServer\Laravel\DashboardServiceProvider;
use Illuminate\Auth\Access\Gate;
use Illuminate\Auth\GenericUser;
use Illuminate\Config\Repository;
use Illuminate\Contracts\Auth\Access\Gate as GateContract;
use Illuminate\Filesystem\Filesystem;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Facade;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Exception\AccessDeniedHttpException;

final class DashboardTest extends TestCase
{
    // As a file of laravel-websockets names it.
    private const MIDDLEWARE = ['BeyondCode\LaravelWebSockets\Dashboard\Http\Middleware\Authorize'];

    private Application $app;

    protected function setUp(): void
    {
        $this->app = new Application('/app');
        $this->app->singleton(GateContract::class, fn (Application $app): Gate => new Gate($app, static fn () => new GenericUser(['id' => 7])));
        $this->app->instance('files', new Filesystem);
        Facade::clearResolvedInstances();
        Facade::setFacadeApplication($this->app);
    }

    protected function tearDown(): void
    {
        Facade::clearResolvedInstances();
        Facade::setFacadeApplication(null);
        Application::setInstance(null);
    }

    #[TestWith(['local', 200])]
    #[TestWith(['production', 403])]
    public function test_by_itself_the_gate_lets_everybody_in_locally_and_nobody_elsewhere(string $environment, int $status): void
    {
        $this->boot($environment);
        $this->assertSame($status, $this->get('/laravel-websockets')->getStatusCode());
        $this->assertSame($status === 200 ? 503 : 403, $this->get('/laravel-websockets/figures')->getStatusCode());
    }

    public function test_an_applications_own_gate_decides(): void
    {
        $this->app->make(GateContract::class)->define('viewWebSocketsDashboard', static fn (?GenericUser $user = null): bool => $user?->getAuthIdentifier() === 7);
        $this->boot('production');
        $this->assertSame(200, $this->get('/laravel-websockets')->getStatusCode());
    }

    public function test_its_scripts_alone_run_on_the_page_and_nothing_frames_it(): void
    {
        $this->boot('local');
        $page = $this->get('/laravel-websockets');
        $policy = (string) $page->headers->get('Content-Security-Policy');
        $this->assertMatchesRegularExpression("/script-src 'nonce-[0-9a-f]{32}'/", $policy);
        $nonce = substr($policy, (int) strpos($policy, "script-src 'nonce-") + 18, 32);
        $this->assertStringContainsString("<script nonce=\"{$nonce}\">", (string) $page->getContent());
        $this->assertStringContainsString("frame-ancestors 'none'", $policy);
    }

    public function test_where_no_server_runs_it_says_how_to_start_one(): void
    {
        $this->boot('local');
        $this->assertStringContainsString('websockets:serve', (string) $this->get('/laravel-websockets/figures')->getContent());
    }

    public function test_without_a_path_there_is_none(): void
    {
        $this->boot('local', null);
        $this->assertCount(0, $this->app->make('router')->getRoutes());
    }

    private function boot(string $environment, ?string $path = 'laravel-websockets'): void
    {
        $this->app->detectEnvironment(static fn (): string => $environment);
        $this->app->instance('config', new Repository(['websockets' => ['path' => $path, 'middleware' => self::MIDDLEWARE, 'api' => ['address' => 'unix:/nowhere/socket']]]));
        $this->app->register(DashboardServiceProvider::class);
        $this->app->boot();
    }

    private function get(string $path): Response
    {
        try {
            return $this->app->make('router')->dispatch(Request::create($path));
        } catch (AccessDeniedHttpException) {
            return new Response('', 403);
        }
    }
}
