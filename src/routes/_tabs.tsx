import { lazy, Suspense, useState } from 'react';
import { createFileRoute } from '@tanstack/react-router';
import { TabFrame } from '#app/frame/tab-frame.tsx';
import { withRegistration } from '#app/navigation/guards.ts';
import { useUploadJobCount } from '#app/data/upload-jobs.ts';

const UploadNotices = lazy(async () => ({
  default: (await import('#features/upload/upload-notices.tsx')).UploadNotices,
}));

/** Browsing pages with the tab bar. All of them show upload notices, loaded with the first upload. */
export const Route = createFileRoute('/_tabs')({
  beforeLoad: withRegistration,
  component: function Tabs() {
    const count = useUploadJobCount();
    const [firstCount, setFirstCount] = useState<number>();
    const [isWatching, setWatching] = useState(false);
    if (firstCount === undefined && count !== undefined) setFirstCount(count);
    if (!isWatching && (count ?? 0) > 0) setWatching(true);
    return (
      <>
        <TabFrame />
        {isWatching && (
          <Suspense fallback={null}>
            <UploadNotices isFirstNew={firstCount === 0} />
          </Suspense>
        )}
      </>
    );
  },
});
