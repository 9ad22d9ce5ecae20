import { splitMentions, type Mention } from '#contract/comments-mentions.ts';

/** A comment's words, in which each mentioned person is a link. Everything else stays text. */
export function MentionedText({ text, mentions = [] }: { text: string; mentions?: readonly Mention[] | undefined }) {
  return splitMentions(text, mentions).map((piece, index) =>
    piece.id === undefined ? (
      piece.text
    ) : (
      // The pieces of a text do not move.
      <a key={index} className="comment__mention" href={`/profile/${piece.id}`}>
        {piece.text}
      </a>
    ),
  );
}
