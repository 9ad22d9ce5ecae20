import type { ReactNode } from 'react';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { useAfterSkeleton } from '#ui/states/use-delayed-skeleton.ts';
import { ReachBanner } from '#app/frame/reach-banner.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';

interface FormFrameProps {
  title: string;
  /** Shows a skeleton if reading takes long. */
  isLoading?: boolean | undefined;
  children?: ReactNode;
}

/** The page of a channel's form where the form itself cannot be shown. */
export function FormFrame({ title, isLoading = false, children }: FormFrameProps) {
  usePageTitle(title);
  const { skeleton } = useAfterSkeleton(isLoading ? undefined : true);
  return (
    <div className="column">
      <AppBar title={title} back={goBack} heading={false} />
      <ReachBanner />
      <main id="main" className="page">
        {skeleton ? <Skeleton shape="card" count={1} /> : children}
      </main>
    </div>
  );
}
