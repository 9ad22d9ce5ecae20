import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#features/pages/legal-page.tsx';

export const Route = createFileRoute('/legal/$pageName')({
  component: function Legal() {
    return <LegalPage pageName={Route.useParams().pageName} />;
  },
});
