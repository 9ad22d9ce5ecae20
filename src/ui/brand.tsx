import { kitText } from '#contract/text/kit.ts';
import './brand.css';

/** The mark and the wordmark, in the colour of the text around it. */
export function Brand({ label = kitText.product }: { label?: string | undefined }) {
  return (
    <span className="brand" role="img" aria-label={label}>
      <img className="brand__mark" src="/icons/favicon.svg" alt="" width="32" height="32" />
      <span className="brand__word" />
    </span>
  );
}
