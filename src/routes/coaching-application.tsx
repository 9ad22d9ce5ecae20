import { createFileRoute, useLocation } from '@tanstack/react-router';
import { withSport } from '#app/navigation/flow-type.ts';
import { ApplicationPage } from '#features/registration/creator/application-page.tsx';

export const Route = createFileRoute('/coaching-application')({
  beforeLoad: withSport,
  component: function CoachingApplication() {
    const sport = useLocation({ select: ({ state }) => state.sport });
    return sport ? <ApplicationPage type="coaching" sport={sport} /> : null;
  },
});
