import { createFileRoute } from '@tanstack/react-router';
import { signedOutOnly } from '#app/navigation/guards.ts';
import { search, text } from '#app/navigation/search.ts';
import { SignUpPage } from '#features/auth/join/sign-up-page.tsx';

export const Route = createFileRoute('/sign-up')({
  /** The page to open after joining. */
  validateSearch: search({ next: text }),
  beforeLoad: signedOutOnly,
  component: function SignUp() {
    return <SignUpPage next={Route.useSearch().next} />;
  },
});
