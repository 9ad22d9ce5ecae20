import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { InviteByTextPage } from '#features/invites/invite-by-text-page.tsx';

export const Route = createFileRoute('/invite-friend/text/create')({
  beforeLoad: withRegistration,
  component: InviteByTextPage,
});
