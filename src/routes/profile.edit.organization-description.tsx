import { createFileRoute } from '@tanstack/react-router';
import { asOrganization } from '#app/navigation/guards.ts';
import { OrganizationDescriptionPage } from '#features/profiles/edit/organization-description-page.tsx';

export const Route = createFileRoute('/profile/edit/organization-description')({
  beforeLoad: asOrganization,
  component: OrganizationDescriptionPage,
});
