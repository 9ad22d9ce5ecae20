import { createFileRoute, redirect } from '@tanstack/react-router';
import { withSession } from '../app/guards.ts';
import { MembershipPage } from '../features/onboarding/membership-page.tsx';

export const Route = createFileRoute('/choose-membership-type')({
  beforeLoad: async () => {
    const { me } = await withSession();
    if (me.isRegistrationComplete) throw redirect({ to: '/dashboard' });
  },
  component: MembershipPage,
});
