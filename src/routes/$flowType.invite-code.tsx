import { createFileRoute } from '@tanstack/react-router';
import { flowOf, inFlow } from '#app/navigation/flow-type.ts';
import { InviteCodePage } from '#features/registration/invite-code-page.tsx';

export const Route = createFileRoute('/$flowType/invite-code')({
  validateSearch: (search: Record<string, unknown>): { next?: 1 } => (Number(search['next']) === 1 ? { next: 1 } : {}),
  beforeLoad: inFlow,
  component: function InviteCode() {
    return <InviteCodePage flowType={flowOf(Route.useParams())} canSkip={Route.useSearch().next === 1} />;
  },
});
