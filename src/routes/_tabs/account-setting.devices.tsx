import { createFileRoute } from '@tanstack/react-router';
import { DevicesPage } from '#features/account/devices/devices-page.tsx';

export const Route = createFileRoute('/_tabs/account-setting/devices')({ component: DevicesPage });
