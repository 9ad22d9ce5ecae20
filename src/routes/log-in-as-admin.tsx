import { useEffect, useState } from 'react';
import { createFileRoute } from '@tanstack/react-router';
import { rowId, search, text } from '#app/navigation/search.ts';
import { LogInAsAdminPage } from '#features/desk/log-in-as-admin-page.tsx';

// Without a guard: who is not signed in as the operator who made the link is told that it does not work.
export const Route = createFileRoute('/log-in-as-admin')({
  validateSearch: search({ access: text, refresh: text, userId: rowId, profileId: rowId }),
  component: function LogInAsAdmin() {
    // Kept in memory, and taken out of the address at once. Source: D-237.
    const { access, refresh, userId, profileId } = Route.useSearch();
    const [given] = useState(
      access && refresh && userId && profileId ? { access, refresh, userId, profileId } : undefined,
    );
    useEffect(() => {
      if (location.search) history.replaceState(history.state, '', location.pathname);
    });
    return <LogInAsAdminPage given={given} />;
  },
});
