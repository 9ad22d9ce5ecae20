/** An @ that starts a word, and the letters after it. */
const TYPED = /(?:^|[^\p{L}\p{N}_@])@([\p{L}\p{N}]{0,25})$/u;

/** The mention that is being typed before the caret: where its @ is, and the letters after it. */
export const typedMention = (text: string, caret: number): { start: number; typed: string } | undefined => {
  const typed = TYPED.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? undefined : { start: caret - typed.length - 1, typed };
};
