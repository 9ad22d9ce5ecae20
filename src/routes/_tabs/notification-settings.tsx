import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#features/notifications/settings-page.tsx';

export const Route = createFileRoute('/_tabs/notification-settings')({ component: SettingsPage });
