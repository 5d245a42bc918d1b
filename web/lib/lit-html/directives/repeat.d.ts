export function repeat<T>(items: T[], key: (item: T) => unknown, template: (item: T) => unknown): unknown;
