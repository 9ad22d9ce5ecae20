import { createFileRoute } from '@tanstack/react-router';
import { asOrganization } from '#app/navigation/guards.ts';
import { AddAdminUsersPage } from '#features/organizations/add-admin-users-page.tsx';

export const Route = createFileRoute('/add-admin-users')({
  beforeLoad: asOrganization,
  component: AddAdminUsersPage,
});
