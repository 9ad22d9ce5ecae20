import { createFileRoute } from '@tanstack/react-router';
import { signedOutOnly } from '#app/navigation/guards.ts';
import { search, text } from '#app/navigation/search.ts';
import { SignInPage } from '#features/auth/sign-in/sign-in-page.tsx';

export const Route = createFileRoute('/sign-in')({
  validateSearch: search({ next: text }),
  beforeLoad: signedOutOnly,
  component: function SignIn() {
    return <SignInPage next={Route.useSearch().next} />;
  },
});
