import { createFileRoute, redirect } from '@tanstack/react-router';
import { rowId } from '#app/navigation/search.ts';
import { DeskOrganizationPage } from '#features/applications/organization-page.tsx';

export const Route = createFileRoute('/_tabs/admin/organizations/$organizationId')({
  beforeLoad: ({ params: { organizationId } }) => {
    if (!rowId(organizationId)) throw redirect({ to: '/dashboard' });
  },
  component: function DeskOrganization() {
    const { organizationId } = Route.useParams();
    return <DeskOrganizationPage key={organizationId} id={organizationId} />;
  },
});
