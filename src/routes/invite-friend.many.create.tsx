import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { InviteManyPage } from '#features/invites/invite-many-page.tsx';

export const Route = createFileRoute('/invite-friend/many/create')({
  beforeLoad: asCreator,
  component: InviteManyPage,
});
