import { createFileRoute, redirect } from '@tanstack/react-router';
import { SportPage } from '#features/sports/sport-page.tsx';

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 80) : '');

/** Needs to know its sport; the address carries it, so that a reload and a link keep it. */
export const Route = createFileRoute('/_tabs/sport-page')({
  validateSearch: (search: Record<string, unknown>) => ({
    sportId: text(search['sportId']),
    sportName: text(search['sportName']),
  }),
  beforeLoad: ({ search }) => {
    if (!/^[a-z0-9-]+$/.test(search.sportId)) throw redirect({ to: '/home' });
  },
  component: function SportRoute() {
    const { sportId, sportName } = Route.useSearch();
    return <SportPage key={sportId} sportId={sportId} sportName={sportName || sportId} />;
  },
});
