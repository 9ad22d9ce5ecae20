import { useEffect, useState } from 'react';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { rowId, search, text } from '#app/navigation/search.ts';
import { DiscussionsPage } from '#features/desk/discussions-page.tsx';

const readSearch = search({ access: text });

export const Route = createFileRoute('/_tabs/admin-discussions/$channelId')({
  validateSearch: readSearch,
  beforeLoad: ({ params: { channelId } }) => {
    if (!rowId(channelId)) throw redirect({ to: '/dashboard' });
  },
  component: function AdminDiscussions() {
    const { channelId } = Route.useParams();
    // Kept in memory, and taken out of the address at once. Source: D-238.
    const { access } = Route.useSearch();
    const [given] = useState(access);
    useEffect(() => {
      if (access !== undefined) history.replaceState(history.state, '', location.pathname);
    }, [access]);
    return <DiscussionsPage key={channelId} channelId={channelId} access={given} />;
  },
});
