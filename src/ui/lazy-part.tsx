import { lazy, useCallback, useEffect, useState, type ComponentType } from 'react';
import { commonText } from '#contract/text/common.ts';
import { Button } from './button.tsx';
import { letBeSaid } from './missing-file.ts';

/**
 * A part of a screen whose code is fetched when it is first shown, inside a Suspense. Code that does not come is said in
 * its place, beside the rest of the screen, and is asked for again when the network is back, or at a tap.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      letBeSaid(error);
      return { default: partThatIsMissing(load) };
    }
  }) as unknown as ComponentType<P>;

const partThatIsMissing = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  function MissingPart(props: P) {
    const [Part, setPart] = useState<ComponentType<P>>();
    const retry = useCallback(() => void load().then((part) => setPart(() => part), letBeSaid), []);
    useEffect(() => {
      addEventListener('online', retry);
      return () => removeEventListener('online', retry);
    }, [retry]);
    if (Part) return <Part {...props} />;
    return (
      <div className="empty-state">
        <p className="empty-state__text">{commonText.connectFirst}</p>
        <Button size="m" variant="outline" onClick={retry}>
          {commonText.retry}
        </Button>
      </div>
    );
  };
