/** The news that processes of one chat publish to each other: docs/scaling.md says when, and what the others do. */
export type News = 'stored' | 'changed' | 'joined' | 'left' | 'typing' | 'ended' | 'here' | 'who' | 'users' | 'up';

/** Publishes news to the other processes, if there are any. News may be lost. */
export type Publish = (name: News, news: unknown) => void;
