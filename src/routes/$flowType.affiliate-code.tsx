import { createFileRoute } from '@tanstack/react-router';
import { flowOf, inFlow } from '#app/navigation/flow-type.ts';
import { AffiliateCodePage } from '#features/registration/affiliate-code-page.tsx';

export const Route = createFileRoute('/$flowType/affiliate-code')({
  beforeLoad: inFlow,
  component: function AffiliateCode() {
    return <AffiliateCodePage flowType={flowOf(Route.useParams())} />;
  },
});
