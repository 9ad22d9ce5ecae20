import { createFileRoute } from '@tanstack/react-router';
import { oneOf, search } from '#app/navigation/search.ts';
import { DeskPage } from '#features/applications/desk-page.tsx';

export const Route = createFileRoute('/_tabs/admin/')({
  validateSearch: search({
    kind: oneOf('applications', 'organizations'),
    status: oneOf('pending', 'approved', 'denied', 'all'),
  }),
  component: function Admin() {
    const { kind = 'applications', status = 'pending' } = Route.useSearch();
    return <DeskPage kind={kind} status={status} />;
  },
});
