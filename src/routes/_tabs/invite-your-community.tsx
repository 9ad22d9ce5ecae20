import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { InviteCommunityPage } from '#features/invites/invite-community-page.tsx';

export const Route = createFileRoute('/_tabs/invite-your-community')({
  beforeLoad: asCreator,
  component: InviteCommunityPage,
});
