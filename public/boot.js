// Before the app: where one of its files could not be loaded (a service worker that was ended in the middle of giving
// it), nothing of the app would ever run, and the page would stay empty. Such a page loads itself again, three times in
// a row at most; the app takes the count back when it has started (src/main.tsx).
(() => {
  const KEY = 'sideline:boots';
  const BOOTS_MAX = 3;
  const again = () => {
    const boots = Number(sessionStorage.getItem(KEY));
    if (boots >= BOOTS_MAX || document.documentElement.dataset.started) return;
    sessionStorage.setItem(KEY, String(boots + 1));
    location.reload();
  };
  // The same files once more are not loaded twice: this only hears whether they, and all that they need, came.
  for (const { src } of document.querySelectorAll('script[type="module"]')) import(src).catch(again);
  // What the page asked for needs travels beside the packages: else it would be asked for once they have run.
  const isNobody = () => {
    try { return localStorage.getItem('sideline-unsent') === null; } catch { return true; }
  };
  const route = location.pathname === '/' && isNobody() ? '/welcome' : location.pathname;
  const named = document.querySelector('meta[name="route-files"]')?.content ?? '';
  const [, ...files] = named.split(';').map((line) => line.split(' ')).find(([path]) => path === route) ?? [];
  const kinds = { css: { rel: 'preload', as: 'style', crossOrigin: '' }, js: { rel: 'preload', as: 'script', crossOrigin: '' } };
  for (const href of files) document.head.append(Object.assign(document.createElement('link'), { ...kinds[href.split('.').at(-1)], href }));
  // The first page of somebody who is not signed in stands in the document, and its looks in the first style sheet.
  const early = document.querySelector(`template[data-route="${route}"]`);
  if (early && !document.documentElement.dataset.started) document.getElementById('root').replaceChildren(early.content);
  // From the device a start takes a moment; a file that never comes is given this long.
  if (navigator.serviceWorker?.controller) setTimeout(again, 20_000);
})();
