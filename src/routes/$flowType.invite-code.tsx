import { createFileRoute } from '@tanstack/react-router';
import { flowOf, inFlow } from '#app/navigation/flow-type.ts';
import { oneOf, search } from '#app/navigation/search.ts';
import { InviteCodePage } from '#features/registration/invite-code-page.tsx';

export const Route = createFileRoute('/$flowType/invite-code')({
  validateSearch: search({ next: oneOf(1) }),
  beforeLoad: inFlow,
  component: function InviteCode() {
    return <InviteCodePage flowType={flowOf(Route.useParams())} canSkip={Route.useSearch().next === 1} />;
  },
});
