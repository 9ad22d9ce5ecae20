import { createFileRoute, redirect } from '@tanstack/react-router';
import { rowId } from '#app/navigation/search.ts';
import { DeskApplicationPage } from '#features/applications/application-page.tsx';

export const Route = createFileRoute('/_tabs/admin/applications/$applicationId')({
  beforeLoad: ({ params: { applicationId } }) => {
    if (!rowId(applicationId)) throw redirect({ to: '/dashboard' });
  },
  component: function DeskApplication() {
    const { applicationId } = Route.useParams();
    return <DeskApplicationPage key={applicationId} id={applicationId} />;
  },
});
