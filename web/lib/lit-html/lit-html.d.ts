export const nothing: unique symbol;
export function html(strings: TemplateStringsArray, ...values: unknown[]): unknown;
export function render(value: unknown, container: HTMLElement): unknown;
