import { createFileRoute } from '@tanstack/react-router';
import { NotificationsPage } from '#features/notifications/notifications-page.tsx';

export const Route = createFileRoute('/_tabs/notifications')({
  validateSearch: (search: Record<string, unknown>): { id?: string } =>
    typeof search['id'] === 'string' ? { id: search['id'] } : {},
  component: function Notifications() {
    return <NotificationsPage openId={Route.useSearch().id} />;
  },
});
