import { createFileRoute, redirect } from '@tanstack/react-router';
import { landingOf, withRegistration } from '#app/navigation/guards.ts';

/** Forwards to the default landing of the last role. */
export const Route = createFileRoute('/dashboard')({
  beforeLoad: async () => {
    const { me } = await withRegistration();
    throw redirect({ to: landingOf(me) });
  },
});
