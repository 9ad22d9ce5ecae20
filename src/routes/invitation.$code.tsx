import { createFileRoute } from '@tanstack/react-router';
import { anybody } from '#app/navigation/guards.ts';
import { InvitationPage } from '#features/invites/invitation-page.tsx';

// Open to everybody: who is invited has no account yet.
export const Route = createFileRoute('/invitation/$code')({
  beforeLoad: anybody,
  component: function Invitation() {
    const { code } = Route.useParams();
    return <InvitationPage key={code} code={code} />;
  },
});
