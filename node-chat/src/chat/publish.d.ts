/** Tells the other processes of this chat that a user has `joined` or `left` this one, is `typing`, ... It may be lost. */
export type Publish = (name: string, news: unknown) => void;
