export * from 'pusher-js';
