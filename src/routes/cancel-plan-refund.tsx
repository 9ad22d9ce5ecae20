import { createFileRoute, useRouterState } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { oneOf, orElse, search } from '#app/navigation/search.ts';
import { DeleteAccountPage } from '#features/account/leaving/delete-account-page.tsx';
import { RefundPage } from '#features/storage/refund-page.tsx';

export const Route = createFileRoute('/cancel-plan-refund')({
  validateSearch: search({ planIndex: orElse(oneOf<number>(0), 0), period: orElse(oneOf('month', 'year'), 'month') }),
  beforeLoad: asCreator,
  component: function CancelPlanRefund() {
    const plan = Route.useSearch();
    const isDeletion = useRouterState({ select: ({ location }) => location.state.deleteAccount === true });
    const deletion = isDeletion ? (goBack: () => void) => <DeleteAccountPage onBack={goBack} /> : undefined;
    return <RefundPage {...plan} action="cancel" deletion={deletion} />;
  },
});
