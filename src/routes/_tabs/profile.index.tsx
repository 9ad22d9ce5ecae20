import { createFileRoute } from '@tanstack/react-router';
import { OwnProfile } from '#features/profiles/own-profile.tsx';

export const Route = createFileRoute('/_tabs/profile/')({ component: OwnProfile });
