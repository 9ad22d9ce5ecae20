import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { inFlow } from '#app/navigation/flow-type.ts';
import { SportInterestPage } from '#features/registration/sport-interest-page.tsx';

export const Route = createFileRoute('/$flowType/choose-sport-interest')({
  beforeLoad: async ({ params, location }) => {
    await inFlow({ params });
    // Only Members choose roles, and only after choosing a sport.
    if (!location.state.sport || params.flowType !== 'learner')
      throw redirect({ to: '/$flowType/choose-your-sport', params });
  },
  component: function SportInterest() {
    const sport = useLocation({ select: ({ state }) => state.sport });
    return sport ? <SportInterestPage sport={sport} /> : null;
  },
});
