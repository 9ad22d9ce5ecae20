import { createFileRoute } from '@tanstack/react-router';
import { asOrganization } from '#app/navigation/guards.ts';
import { InviteAdminPage } from '#features/organizations/invite-admin-page.tsx';

export const Route = createFileRoute('/invite-admin')({
  beforeLoad: asOrganization,
  component: () => <InviteAdminPage />,
});
