import { createFileRoute } from '@tanstack/react-router';
import { search, text } from '#app/navigation/search.ts';
import { NotificationsPage } from '#features/notifications/notifications-page.tsx';

export const Route = createFileRoute('/_tabs/notifications')({
  validateSearch: search({ id: text }),
  component: function Notifications() {
    return <NotificationsPage openId={Route.useSearch().id} />;
  },
});
