import { createFileRoute } from '@tanstack/react-router';
import { NoInvitationsPage } from '#features/invites/no-invitations-page.tsx';

// Open to everybody: the address of a mail belongs to somebody without an account.
export const Route = createFileRoute('/no-invitations')({ component: NoInvitationsPage });
