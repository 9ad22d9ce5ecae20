import { createFileRoute } from '@tanstack/react-router';
import { search, text } from '#app/navigation/search.ts';
import { WelcomePage } from '#features/auth/join/welcome-page.tsx';

export const Route = createFileRoute('/welcome')({
  /** The page to open after joining or signing in. */
  validateSearch: search({ next: text }),
  component: function Welcome() {
    return <WelcomePage next={Route.useSearch().next} />;
  },
});
