import { createFileRoute } from '@tanstack/react-router';
import { oneOf, search } from '#app/navigation/search.ts';
import { JobsPage } from '#features/desk/jobs-page.tsx';

export const Route = createFileRoute('/_tabs/admin/jobs')({
  validateSearch: search({ state: oneOf('given_up', 'waiting') }),
  component: function Jobs() {
    const { state = 'given_up' } = Route.useSearch();
    return <JobsPage key={state} state={state} />;
  },
});
