import { createFileRoute, useLocation } from '@tanstack/react-router';
import { withSession } from '#app/navigation/guards.ts';
import { FirstWelcomePage } from '#features/registration/first-welcome-page.tsx';

/** The first page after joining in a role; the public start page is `/welcome`. */
export const Route = createFileRoute('/welcome-page')({
  beforeLoad: withSession,
  component: function FirstWelcome() {
    return <FirstWelcomePage started={useLocation({ select: ({ state }) => state.started })} />;
  },
});
