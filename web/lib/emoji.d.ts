declare const emoji: Record<string, string>;
export default emoji;
