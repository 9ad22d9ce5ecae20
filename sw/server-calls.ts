import { worker } from './worker-global.ts';

/** An `install` event of a browser that has static routes (Chromium from 123 on). */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>;
}

/** Paths of which this worker answers no request. */
const SERVER_ONLY = ['/api/*', '/media/*'];

/**
 * Lets calls to the server and media pass this worker by, where the browser can do that. It need not be started for them; and
 * when an update ends it, no call wakes it again, which would hold the new page back for seconds (docs/decisions/0014).
 */
export const passServerCalls = (): void => {
  worker.addEventListener('install', (event: RoutedInstallEvent) => {
    const routed = event.addRoutes?.(
      SERVER_ONLY.map((urlPattern) => ({ condition: { urlPattern }, source: 'network' as const })),
    );
    // Without the routes the browser asks this worker, which does not answer: the call then goes to the server all the same.
    if (routed) event.waitUntil(routed.catch(() => {}));
  });
};
