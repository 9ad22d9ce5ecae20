import { createFileRoute } from '@tanstack/react-router';
import { signedOutOnly } from '#app/navigation/guards.ts';
import { SignInPage } from '#features/auth/sign-in/sign-in-page.tsx';

export const Route = createFileRoute('/sign-in')({
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search['next'] === 'string' ? { next: search['next'] } : {},
  beforeLoad: signedOutOnly,
  component: function SignIn() {
    return <SignInPage next={Route.useSearch().next} />;
  },
});
