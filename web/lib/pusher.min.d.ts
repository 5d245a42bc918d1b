import type { default as PusherClass } from 'pusher-js';

declare global {
  interface Window {
    Pusher: typeof PusherClass extends { default: infer C } ? C : typeof PusherClass;
  }
}
