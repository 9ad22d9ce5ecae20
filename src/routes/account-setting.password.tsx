import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { PasswordPage } from '#features/account/settings/password-page.tsx';

export const Route = createFileRoute('/account-setting/password')({
  beforeLoad: withRegistration,
  component: PasswordPage,
});
