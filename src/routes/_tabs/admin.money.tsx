import { createFileRoute } from '@tanstack/react-router';
import { oneOf, search } from '#app/navigation/search.ts';
import { MoneyPage } from '#features/desk/money-page.tsx';

export const Route = createFileRoute('/_tabs/admin/money')({
  validateSearch: search({ state: oneOf('open', 'explained') }),
  component: function Money() {
    const { state = 'open' } = Route.useSearch();
    return <MoneyPage key={state} state={state} />;
  },
});
