import { createFileRoute } from '@tanstack/react-router';
import { asCreatorOf } from '#app/navigation/guards.ts';
import { count, oneOf, scope, search } from '#app/navigation/search.ts';
import { StoragePlansPage } from '#features/storage/storage-plans-page.tsx';

export const Route = createFileRoute('/_tabs/storage-plan-access-fees')({
  validateSearch: search({
    currentPlan: oneOf<number>(0, 1, 2, 3),
    unusedFees: count,
    tab: oneOf('plans', 'fees'),
    of: scope,
  }),
  beforeLoad: asCreatorOf,
  component: function StoragePlans() {
    const found = Route.useSearch();
    const { tab = 'plans', unusedFees } = found;
    const navigate = Route.useNavigate();
    return (
      <StoragePlansPage
        tab={tab}
        unusedFees={unusedFees}
        onTab={(next) => void navigate({ search: { ...found, tab: next }, replace: true })}
      />
    );
  },
});
