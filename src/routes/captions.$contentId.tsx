import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { CaptionsScreen } from '#features/captions/captions-screen.tsx';

export const Route = createFileRoute('/captions/$contentId')({
  beforeLoad: asCreator,
  component: function Captions() {
    const { contentId } = Route.useParams();
    return <CaptionsScreen key={contentId} contentId={contentId} />;
  },
});
