import { createFileRoute } from '@tanstack/react-router';
import { asMember } from '#app/navigation/guards.ts';
import { orElse, search, text, textUpTo } from '#app/navigation/search.ts';
import { ConfirmSubscriptionPage } from '#features/subscriptions/confirm-subscription-page.tsx';

export const Route = createFileRoute('/confirm-sport-subscription')({
  validateSearch: search({ from: text, sport: orElse(textUpTo(80), ''), selectedRoles: textUpTo(400) }),
  beforeLoad: asMember,
  component: function ConfirmSubscription() {
    const { from, sport, selectedRoles } = Route.useSearch();
    const sportId = /^[a-z0-9-]+$/.test(sport) ? sport : '';
    return <ConfirmSubscriptionPage key={sportId} sportId={sportId} from={from} selectedRoles={selectedRoles} />;
  },
});
