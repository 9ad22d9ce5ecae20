// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { commonText } from '#contract/text/common.ts';
import './brand.css';

/** The mark and the wordmark, in the colour of the text around it. */
export function Brand({ label = commonText.product }: { label?: string | undefined }) {
  return (
    <span className="brand">
      <img className="brand__mark" src="/icons/favicon.svg" alt={label} width="32" height="32" />
      <span className="brand__word" />
    </span>
  );
}
