import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { oneOf, orElse, search } from '#app/navigation/search.ts';
import { RefundPage } from '#features/storage/refund-page.tsx';

export const Route = createFileRoute('/upgrade-plan-refund')({
  validateSearch: search({
    planIndex: orElse(oneOf<number>(1, 2, 3), 1),
    period: orElse(oneOf('month', 'year'), 'month'),
  }),
  beforeLoad: asCreator,
  component: function UpgradePlanRefund() {
    return <RefundPage {...Route.useSearch()} action="upgrade" />;
  },
});
