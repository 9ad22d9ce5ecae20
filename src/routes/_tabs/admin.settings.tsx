import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#features/desk/settings-page.tsx';

export const Route = createFileRoute('/_tabs/admin/settings')({ component: SettingsPage });
