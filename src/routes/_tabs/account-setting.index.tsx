import { createFileRoute } from '@tanstack/react-router';
import { AccountSettingsPage } from '#features/account/settings/settings-page.tsx';

export const Route = createFileRoute('/_tabs/account-setting/')({ component: AccountSettingsPage });
