import { createFileRoute } from '@tanstack/react-router';
import { byVariant } from '#app/navigation/guards.ts';
import { oneOf, search } from '#app/navigation/search.ts';
import { InviteByEmailPage } from '#features/invites/invite-by-email-page.tsx';
import { InviteAdminPage } from '#features/organizations/invite-admin-page.tsx';

export const Route = createFileRoute('/invite-friend/email/create')({
  /** `admin`: an organization invites an administrator. Source: INV-011. */
  validateSearch: search({ variant: oneOf('admin') }),
  beforeLoad: byVariant,
  component: function InviteByEmail() {
    return Route.useSearch().variant ? <InviteAdminPage isVariant /> : <InviteByEmailPage />;
  },
});
