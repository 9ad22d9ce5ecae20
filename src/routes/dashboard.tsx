import { createFileRoute, redirect } from '@tanstack/react-router';
import { landingOf, withRegistration } from '#app/navigation/guards.ts';

/** Forwards to the default landing of the last role. */
export const Route = createFileRoute('/dashboard')({
  beforeLoad: async ({ location }) => {
    const { me } = await withRegistration({ location });
    throw redirect({ to: landingOf(me) });
  },
});
