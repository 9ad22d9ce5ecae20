import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { flowOf, inFlow } from '#app/navigation/flow-type.ts';
import { InviteAppliedPage } from '#features/registration/invite-applied-page.tsx';

export const Route = createFileRoute('/$flowType/invite-code-applied')({
  beforeLoad: async ({ params, location }) => {
    await inFlow({ params });
    if (!location.state.redeemed) throw redirect({ to: '/$flowType/invite-code', params, search: { next: 1 } });
  },
  component: function InviteApplied() {
    const redeemed = useLocation({ select: ({ state }) => state.redeemed });
    const flowType = flowOf(Route.useParams());
    return redeemed ? <InviteAppliedPage flowType={flowType} redeemed={redeemed} /> : null;
  },
});
