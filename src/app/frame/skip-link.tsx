// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { displayText } from '#contract/text/ui-display.ts';

/** First element of every page, seen only with the keyboard's focus: leads past the bars. */
export function SkipLink() {
  return (
    <a
      className="skip-link"
      href="#main"
      onClick={(event) => {
        // Not an address of its own: Back must not lead through it.
        event.preventDefault();
        const main = document.querySelector('main');
        main?.setAttribute('tabindex', '-1');
        main?.focus();
      }}
    >
      {displayText.skipToContent}
    </a>
  );
}
