import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { OwnInvitationsPage } from '#features/organizations/own-invitations-page.tsx';

export const Route = createFileRoute('/_tabs/organization-invitations')({
  beforeLoad: withRegistration,
  component: OwnInvitationsPage,
});
