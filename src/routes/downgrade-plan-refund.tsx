import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { oneOf, orElse, search } from '#app/navigation/search.ts';
import { RefundPage } from '#features/storage/refund-page.tsx';

export const Route = createFileRoute('/downgrade-plan-refund')({
  validateSearch: search({
    planIndex: orElse(oneOf<number>(0, 1, 2), 0),
    period: orElse(oneOf('month', 'year'), 'month'),
  }),
  beforeLoad: asCreator,
  component: function DowngradePlanRefund() {
    return <RefundPage {...Route.useSearch()} action="downgrade" />;
  },
});
