import { createFileRoute } from '@tanstack/react-router';
import { oneOf, search } from '#app/navigation/search.ts';
import { ReportsPage } from '#features/desk/reports-page.tsx';

export const Route = createFileRoute('/_tabs/admin/reports')({
  validateSearch: search({ status: oneOf('open', 'decided'), kind: oneOf('comment', 'content', 'person') }),
  component: function Reports() {
    const { status = 'open', kind = 'all' } = Route.useSearch();
    return <ReportsPage key={`${status} ${kind}`} status={status} kind={kind} />;
  },
});
