import { createFileRoute } from '@tanstack/react-router';
import { flowOf, inFlow } from '#app/navigation/flow-type.ts';
import { ChooseSportPage } from '#features/registration/choose-sport-page.tsx';

export const Route = createFileRoute('/$flowType/choose-your-sport')({
  beforeLoad: inFlow,
  component: function ChooseSport() {
    return <ChooseSportPage flowType={flowOf(Route.useParams())} />;
  },
});
