import { lazy, useCallback, useEffect, useState, type ComponentType } from 'react';
import { commonText } from '#contract/text/common.ts';
import { Button } from '../buttons/button.tsx';
import { reportUnhandled } from '../missing-file.ts';

/**
 * A part of a screen whose code is fetched when it is first shown, inside a Suspense. A failed load shows a message with
 * Retry in its place, while the rest of the screen works; it is retried on a tap and when the network is back.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      reportUnhandled(error);
      return { default: missingPart(load) };
    }
  }) as unknown as ComponentType<P>;

const missingPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  function MissingPart(props: P) {
    const [Part, setPart] = useState<ComponentType<P>>();
    const retry = useCallback(() => void load().then((part) => setPart(() => part), reportUnhandled), []);
    useEffect(() => {
      addEventListener('online', retry);
      return () => removeEventListener('online', retry);
    }, [retry]);
    if (Part) return <Part {...props} />;
    return (
      <div className="empty-state">
        <p className="empty-state__text">{commonText.loadFailed}</p>
        <Button size="m" variant="outline" onClick={retry}>
          {commonText.retry}
        </Button>
      </div>
    );
  };
