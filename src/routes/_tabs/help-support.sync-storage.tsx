import { createFileRoute } from '@tanstack/react-router';
import { SyncStorageScreen } from '#features/sync-storage/sync-storage-screen.tsx';

export const Route = createFileRoute('/_tabs/help-support/sync-storage')({ component: SyncStorageScreen });
