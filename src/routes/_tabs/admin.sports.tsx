import { createFileRoute } from '@tanstack/react-router';
import { oneOf, search } from '#app/navigation/search.ts';
import { SportsPage } from '#features/desk/sports-page.tsx';

export const Route = createFileRoute('/_tabs/admin/sports')({
  validateSearch: search({ state: oneOf('WaitList', 'Beta', 'Launched', 'inactive') }),
  component: function Sports() {
    const { state = 'all' } = Route.useSearch();
    return <SportsPage key={state} state={state} />;
  },
});
