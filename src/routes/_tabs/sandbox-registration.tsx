import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { search, textUpTo } from '#app/navigation/search.ts';
import { SandboxRegistrationPage } from '#features/wallet/sandbox-registration-page.tsx';

export const Route = createFileRoute('/_tabs/sandbox-registration')({
  validateSearch: search({ link: textUpTo(100) }),
  beforeLoad: asCreator,
  component: function SandboxRegistration() {
    return <SandboxRegistrationPage link={Route.useSearch().link} />;
  },
});
