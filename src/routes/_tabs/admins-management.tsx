import { createFileRoute } from '@tanstack/react-router';
import { asOrganization } from '#app/navigation/guards.ts';
import { AdminsPage } from '#features/organizations/admins-page.tsx';

export const Route = createFileRoute('/_tabs/admins-management')({
  beforeLoad: asOrganization,
  component: AdminsPage,
});
