import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { oneOf, orElse, search } from '#app/navigation/search.ts';
import { ConfirmPlanPage } from '#features/storage/confirm-plan-page.tsx';

export const Route = createFileRoute('/confirm-plan-payment')({
  validateSearch: search({
    planIndex: orElse(oneOf<number>(1, 2, 3), 1),
    period: orElse(oneOf('month', 'year'), 'month'),
  }),
  beforeLoad: asCreator,
  component: function ConfirmPlan() {
    return <ConfirmPlanPage {...Route.useSearch()} />;
  },
});
