import { lazy, Suspense } from 'react';
import { createFileRoute } from '@tanstack/react-router';
import { TabFrame } from '../app/tab-frame.tsx';
import { withRegistration } from '../app/guards.ts';

const UploadNotices = lazy(async () => ({ default: (await import('../features/uploads/upload-notices.tsx')).UploadNotices }));

/** Browsing pages with the tab bar; what becomes of uploads is said on all of them. */
export const Route = createFileRoute('/_tabs')({
  beforeLoad: withRegistration,
  component: function Tabs() {
    return (
      <>
        <TabFrame />
        <Suspense fallback={null}><UploadNotices /></Suspense>
      </>
    );
  },
});
