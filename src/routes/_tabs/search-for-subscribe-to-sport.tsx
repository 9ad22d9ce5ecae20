import { createFileRoute } from '@tanstack/react-router';
import { asMember } from '#app/navigation/guards.ts';
import { search, text, textUpTo } from '#app/navigation/search.ts';
import { AddSportPage } from '#features/subscriptions/add-sport-page.tsx';

export const Route = createFileRoute('/_tabs/search-for-subscribe-to-sport')({
  beforeLoad: asMember,
  validateSearch: search({ from: text, placeholder: textUpTo(80) }),
  component: function AddSport() {
    const { from, placeholder } = Route.useSearch();
    return <AddSportPage from={from} placeholder={placeholder} />;
  },
});
