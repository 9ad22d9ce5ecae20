// People who are named in a comment by @username. Source: D-168, decision 0049.

/** A person whom a comment names, with the username that its text has. */
export interface Mention {
  id: string;
  username: string;
}

/** Most people whom one comment mentions; further names stay words. */
export const MENTIONS_MAX = 10;

/** The sign before the @ (none inside an address or a word), and the username. */
const MENTION = /(^|[^\p{L}\p{N}_@])@([A-Za-z0-9]{2,25})(?![\p{L}\p{N}_@])/gu;

/** The usernames in a text, in lower case, each once, in their order. */
export const mentionsIn = (text: string): string[] =>
  [...new Set([...text.matchAll(MENTION)].map(([, , username]) => username!.toLowerCase()))].slice(0, MENTIONS_MAX);

/** A piece of a comment: words, or with an `id` the mention of a person. */
export interface Piece {
  text: string;
  id?: string;
}

/** A text in pieces: the mentions of the given people, and the words between them. */
export const splitMentions = (text: string, mentions: readonly Mention[]): Piece[] => {
  const idOf = new Map(mentions.map(({ id, username }) => [username.toLowerCase(), id]));
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index, 1: before, 2: username } of text.matchAll(MENTION)) {
    const id = idOf.get(username!.toLowerCase());
    if (id === undefined) continue;
    const start = index + before!.length;
    const end = start + 1 + username!.length;
    if (start > from) pieces.push({ text: text.slice(from, start) });
    pieces.push({ text: text.slice(start, end), id });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
};
