import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { signedOutOnly } from '#app/navigation/guards.ts';
import { NewPasswordPage } from '#features/auth/sign-in/new-password-page.tsx';

export const Route = createFileRoute('/new-password')({
  beforeLoad: async ({ location }) => {
    await signedOutOnly();
    if (!location.state.resetToken) throw redirect({ to: '/sign-in' });
  },
  component: function NewPassword() {
    const resetToken = useLocation({ select: ({ state }) => state.resetToken });
    return resetToken ? <NewPasswordPage resetToken={resetToken} /> : null;
  },
});
