import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { flowOf, inFlow } from '#app/navigation/flow-type.ts';
import { WhatIsBetaPage } from '#features/registration/what-is-beta-page.tsx';

export const Route = createFileRoute('/$flowType/what-is-beta')({
  beforeLoad: async ({ params, location }) => {
    await inFlow({ params });
    if (!location.state.sport) throw redirect({ to: '/$flowType/choose-your-sport', params });
  },
  component: function WhatIsBeta() {
    const sport = useLocation({ select: ({ state }) => state.sport });
    const flowType = flowOf(Route.useParams());
    return sport ? <WhatIsBetaPage flowType={flowType} sport={sport} /> : null;
  },
});
