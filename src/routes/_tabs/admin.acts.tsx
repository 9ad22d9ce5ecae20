import { createFileRoute } from '@tanstack/react-router';
import { ACT_SUBJECTS } from '#contract/desk.ts';
import { oneOf, search } from '#app/navigation/search.ts';
import { ActsPage } from '#features/desk/acts-page.tsx';

export const Route = createFileRoute('/_tabs/admin/acts')({
  validateSearch: search({ about: oneOf(...ACT_SUBJECTS) }),
  component: function Acts() {
    const { about = 'all' } = Route.useSearch();
    return <ActsPage key={about} about={about} />;
  },
});
