import { createFileRoute } from '@tanstack/react-router';
import { withSession } from '#app/navigation/guards.ts';
import { search, text } from '#app/navigation/search.ts';
import { PasskeyOfferPage } from '#features/account/passkey-offer/passkey-offer-page.tsx';

export const Route = createFileRoute('/passkey-offer')({
  /** The page to open afterwards. */
  validateSearch: search({ next: text }),
  beforeLoad: withSession,
  component: function PasskeyOffer() {
    return <PasskeyOfferPage next={Route.useSearch().next} />;
  },
});
