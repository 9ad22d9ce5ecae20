import type { Said } from '#contract/search.ts';
import { searchText } from '#contract/text/search.ts';
import { clockTime } from '#ui/player/media-time.ts';
import { shownWords } from './said-words.ts';

/** The line that was found in the captions, and when it is said. */
export function SaidLine({ said, searched }: { said: Said; searched: string }) {
  return (
    <span className="said-line">
      {searchText.saidAt(clockTime(said.atSeconds))} “
      <span lang={said.language}>
        {shownWords(said.text, searched).map(({ text, isFound }, at) =>
          isFound ? <mark key={at}>{text}</mark> : text,
        )}
      </span>
      ”
    </span>
  );
}
