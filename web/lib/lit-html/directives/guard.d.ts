export function guard(value: unknown, template: () => unknown): unknown;
