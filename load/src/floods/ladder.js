/** The study's ten levels (tables 1 and 2). */
export const LADDER = [1, 5, 10, 100, 300, 500, 1000, 5000, 10_000, 20_000];
