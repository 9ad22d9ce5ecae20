import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { inFlow } from '#app/navigation/flow-type.ts';
import { SportInterestPage } from '#features/registration/sport-interest-page.tsx';

export const Route = createFileRoute('/$flowType/choose-sport-interest')({
  beforeLoad: async ({ params, location }) => {
    await inFlow({ params });
    // Roles are a Member's answer, and only in a sport that was chosen.
    if (!location.state.sport || params.flowType !== 'learner')
      throw redirect({ to: '/$flowType/choose-your-sport', params });
  },
  component: function SportInterest() {
    const sport = useLocation({ select: ({ state }) => state.sport });
    return sport ? <SportInterestPage sport={sport} /> : null;
  },
});
