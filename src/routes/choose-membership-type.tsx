import { createFileRoute, redirect } from '@tanstack/react-router';
import { withSession } from '#app/navigation/guards.ts';
import { MembershipPage } from '#features/registration/membership-page.tsx';

export const Route = createFileRoute('/choose-membership-type')({
  beforeLoad: async () => {
    const { me } = await withSession();
    if (me.isRegistrationComplete) throw redirect({ to: '/dashboard' });
  },
  component: MembershipPage,
});
