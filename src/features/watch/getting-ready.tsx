import { useEffect } from 'react';
import type { WatchDetail } from '#contract/channels.ts';
import { watchText } from '#contract/text/watch.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { goBack } from '#app/navigation/back.ts';

/** Time between two looks at whether it is ready, ms. */
const LOOK_EVERY_MS = 4_000;

/** In place of the player while the server prepares the content: says so, and looks again until it can be played. */
export function GettingReady({ detail, onLook }: { detail: WatchDetail; onLook: () => void }) {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') onLook();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [onLook]);
  return (
    <>
      <AppBar clear back={goBack} />
      <Cover
        className="watch__cover"
        id={detail.id}
        sport={detail.sport.id}
        src={detail.coverImage}
        kind={detail.type}
        eager
      >
        <p className="watch__getting-ready" role="status">
          {watchText.gettingReady}
        </p>
      </Cover>
    </>
  );
}
