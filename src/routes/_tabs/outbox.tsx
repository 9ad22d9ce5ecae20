import { createFileRoute } from '@tanstack/react-router';
import { OutboxScreen } from '#features/outbox/outbox-screen.tsx';
import { Uploads, useUploadCount } from '#features/upload/uploads.tsx';

export const Route = createFileRoute('/_tabs/outbox')({
  component: function Outbox() {
    const uploads = useUploadCount();
    return <OutboxScreen uploads={uploads > 0 ? <Uploads tips={false} /> : null} />;
  },
});
