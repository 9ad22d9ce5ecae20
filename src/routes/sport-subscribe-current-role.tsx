import { createFileRoute, redirect } from '@tanstack/react-router';
import { asMember } from '#app/navigation/guards.ts';
import { orElse, search, text, textUpTo } from '#app/navigation/search.ts';
import { CurrentRolePage } from '#features/subscriptions/current-role-page.tsx';

const readSearch = search({ from: text, sport: orElse(textUpTo(80), ''), selectedRoles: textUpTo(400) });

export const Route = createFileRoute('/sport-subscribe-current-role')({
  validateSearch: readSearch,
  beforeLoad: async ({ location, search: { sport } }) => {
    await asMember({ location });
    if (!/^[a-z0-9-]+$/.test(sport)) throw redirect({ to: '/home' });
  },
  component: function CurrentRole() {
    const { from, sport, selectedRoles } = Route.useSearch();
    const roles = selectedRoles?.split(',').filter((role: string) => /^[a-z0-9-]+$/.test(role)) ?? [];
    return <CurrentRolePage key={sport} sportId={sport} from={from} selectedRoles={roles} />;
  },
});
