import { createFileRoute } from '@tanstack/react-router';
import { byVariant } from '#app/navigation/guards.ts';
import { oneOf, search } from '#app/navigation/search.ts';
import { InviteFriendPage } from '#features/invites/invite-friend-page.tsx';
import { SentInvitationsPage } from '#features/organizations/sent-invitations-page.tsx';

export const Route = createFileRoute('/_tabs/invite-friend/')({
  validateSearch: search({
    status: oneOf('pending', 'joined', 'expired', 'deleted', 'suspended'),
    /** `admin`: invitations of administrators of an organization. Source: INV-011. */
    variant: oneOf('admin'),
  }),
  beforeLoad: byVariant,
  component: function InviteFriend() {
    const { status, variant } = Route.useSearch();
    return variant ? <SentInvitationsPage /> : <InviteFriendPage status={status} />;
  },
});
