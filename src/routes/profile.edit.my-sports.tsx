import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { MySportsPage } from '#features/profiles/edit/my-sports-page.tsx';

export const Route = createFileRoute('/profile/edit/my-sports')({
  beforeLoad: withRegistration,
  component: MySportsPage,
});
