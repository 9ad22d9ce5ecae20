import { createFileRoute } from '@tanstack/react-router';
import { withSession } from '#app/navigation/guards.ts';
import { OrganizationFinalPage } from '#features/organizations/final-page.tsx';

export const Route = createFileRoute('/organization-final-screen')({
  beforeLoad: withSession,
  component: OrganizationFinalPage,
});
