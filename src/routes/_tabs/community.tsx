import { createFileRoute } from '@tanstack/react-router';
import { asMember } from '#app/navigation/guards.ts';
import { CommunityPage, type CommunityTab } from '#features/community/community-page.tsx';

export const Route = createFileRoute('/_tabs/community')({
  beforeLoad: asMember,
  validateSearch: (search: Record<string, unknown>): { tab: CommunityTab; sport?: string | undefined } => ({
    tab: search['tab'] === 'following' ? 'following' : 'recommended',
    ...(typeof search['sport'] === 'string' ? { sport: search['sport'] } : {}),
  }),
  component: function Community() {
    const { tab, sport } = Route.useSearch();
    return <CommunityPage tab={tab} sport={sport} />;
  },
});
