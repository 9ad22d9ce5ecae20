import { createFileRoute } from '@tanstack/react-router';
import { asOrganization } from '#app/navigation/guards.ts';
import { OrganizationInfoPage } from '#features/profiles/edit/organization-info-page.tsx';

export const Route = createFileRoute('/profile/edit/organization-info')({
  beforeLoad: asOrganization,
  component: OrganizationInfoPage,
});
