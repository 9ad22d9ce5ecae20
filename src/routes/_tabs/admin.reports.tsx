import { createFileRoute } from '@tanstack/react-router';
import { oneOf, search } from '#app/navigation/search.ts';
import { ReportsPage } from '#features/desk/reports-page.tsx';

export const Route = createFileRoute('/_tabs/admin/reports')({
  validateSearch: search({ status: oneOf('open', 'decided') }),
  component: function Reports() {
    const { status = 'open' } = Route.useSearch();
    return <ReportsPage key={status} status={status} />;
  },
});
