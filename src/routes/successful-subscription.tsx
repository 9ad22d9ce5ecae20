import { createFileRoute, redirect } from '@tanstack/react-router';
import { asMember } from '#app/navigation/guards.ts';
import { oneOf, orElse, search, text, textUpTo } from '#app/navigation/search.ts';
import { SuccessPage } from '#features/subscriptions/success-page.tsx';

const readType = oneOf('beta', 'trial', 'free', 'subscribed');

const readSearch = search({ from: text, type: text, sportName: orElse(textUpTo(80), ''), sport: text });

export const Route = createFileRoute('/successful-subscription')({
  validateSearch: readSearch,
  beforeLoad: async ({ location, search: { sportName } }) => {
    await asMember({ location });
    if (!sportName) throw redirect({ to: '/home' });
  },
  component: function Success() {
    const { from, type, sportName, sport } = Route.useSearch();
    return <SuccessPage from={from} type={readType(type) ?? 'subscribed'} sportName={sportName} sportId={sport} />;
  },
});
