import { lazy, Suspense, useState, type ComponentType } from 'react';

/**
 * Wraps an overlay so that its code is fetched when it first opens, and stays mounted
 * afterwards for its closing animation. A screen that only may show an overlay pays nothing.
 */
export function lazyOverlay<P extends { open: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>;
  return function LazyOverlay(props: P) {
    const [everOpen, setEverOpen] = useState(props.open);
    if (props.open && !everOpen) setEverOpen(true);
    if (!everOpen) return null;
    return <Suspense fallback={null}><Loaded {...props} /></Suspense>;
  };
}
