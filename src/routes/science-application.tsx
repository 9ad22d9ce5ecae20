import { createFileRoute, useLocation } from '@tanstack/react-router';
import { withSport } from '#app/navigation/flow-type.ts';
import { ApplicationPage } from '#features/registration/creator/application-page.tsx';

export const Route = createFileRoute('/science-application')({
  beforeLoad: withSport,
  component: function ScienceApplication() {
    const sport = useLocation({ select: ({ state }) => state.sport });
    return sport ? <ApplicationPage type="science" sport={sport} /> : null;
  },
});
