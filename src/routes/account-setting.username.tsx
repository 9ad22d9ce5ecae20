import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { UsernamePage } from '#features/account/settings/username-page.tsx';

export const Route = createFileRoute('/account-setting/username')({
  beforeLoad: withRegistration,
  component: UsernamePage,
});
