import { createFileRoute, redirect } from '@tanstack/react-router';
import { asMember } from '#app/navigation/guards.ts';
import { orElse, search, text, textUpTo } from '#app/navigation/search.ts';
import { WaitlistPage } from '#features/subscriptions/success-page.tsx';

const readSearch = search({ from: text, sportName: orElse(textUpTo(80), '') });

export const Route = createFileRoute('/successful-subscription-waitlist')({
  validateSearch: readSearch,
  beforeLoad: async ({ location, search: { sportName } }) => {
    await asMember({ location });
    if (!sportName) throw redirect({ to: '/home' });
  },
  component: function Waitlist() {
    const { from, sportName } = Route.useSearch();
    return <WaitlistPage from={from} sportName={sportName} />;
  },
});
