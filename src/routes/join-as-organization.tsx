import { createFileRoute, redirect } from '@tanstack/react-router';
import { withSession } from '#app/navigation/guards.ts';
import { search } from '#app/navigation/search.ts';
import { JoinOrganizationPage } from '#features/organizations/join-organization-page.tsx';

const yes = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined);

/** `apply-role=true`: a further role, from My Roles. Source: APP-014. */
export const Route = createFileRoute('/join-as-organization')({
  validateSearch: search({ 'apply-role': yes }),
  beforeLoad: async () => {
    const { me } = await withSession();
    if (me.organizations.length > 0) throw redirect({ to: '/dashboard' });
  },
  component: function JoinOrganization() {
    return <JoinOrganizationPage isFurtherRole={Route.useSearch()['apply-role'] === true} />;
  },
});
