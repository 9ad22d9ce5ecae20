import { createFileRoute, useLocation } from '@tanstack/react-router';
import { withSession } from '#app/navigation/guards.ts';
import { ResultPage } from '#features/registration/creator/result-page.tsx';

export const Route = createFileRoute('/verify-result')({
  beforeLoad: withSession,
  component: function VerifyResult() {
    const { result, sportType } = useLocation({ select: ({ state }) => state });
    return <ResultPage result={result} sportType={sportType} />;
  },
});
