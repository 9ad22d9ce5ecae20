import { scope } from './scope.ts';

/** What the server alone answers. */
const PATHS = ['/api/*', '/media/*', '/dev/*', '/metrics'];

/** Not in the types yet. Source: Service Worker Static Routing API. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[]): Promise<void>;
}

/**
 * Lets requests for the server pass this worker by, where the browser can: none waits for its start, and none reaches it
 * while the browser ends it for a newer one. Such a request starts it again, and Chromium then holds back both workers
 * and every page that is loaded meanwhile.
 */
export const passServerBy = (): void => {
  scope.addEventListener('install', (event) => {
    const adding = (event as RoutedInstallEvent).addRoutes?.(PATHS.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' })));
    // Without it they go through this worker, which answers none of them.
    if (adding) event.waitUntil(adding.catch(() => {}));
  });
};
