import { createFileRoute, useLocation } from '@tanstack/react-router';
import { withSession } from '#app/navigation/guards.ts';
import { FinishPage } from '#features/registration/creator/finish-page.tsx';

export const Route = createFileRoute('/finish-info')({
  beforeLoad: withSession,
  component: function FinishInfo() {
    return <FinishPage sportType={useLocation({ select: ({ state }) => state.sportType })} />;
  },
});
