/** What the processes of one chat tell each other; cluster/followOthers.js says what the others do. */
export type News =
  'stored' | 'changed' | 'joined' | 'left' | 'typing' | 'ended' | 'here' | 'who' | 'users' | 'up' | 'bye';

/** Tells the other processes, if there are any. It may be lost. */
export type Publish = (name: News, news: unknown) => void;
