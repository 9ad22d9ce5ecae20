// Reloads the page if a file of the app could not be loaded, at most three times in a row; main.tsx resets the count.
(() => {
  const KEY = 'sideline:boots';
  const BOOTS_MAX = 3;
  const reload = () => {
    const boots = Number(sessionStorage.getItem(KEY));
    if (boots >= BOOTS_MAX || document.documentElement.dataset.started) return;
    sessionStorage.setItem(KEY, String(boots + 1));
    location.reload();
  };
  // Loads nothing twice: only detects a failure.
  for (const { src } of document.querySelectorAll('script[type="module"]')) import(src).catch(reload);
  const isSignedOut = () => {
    try { return localStorage.getItem('sideline-unsent') === null; } catch { return true; }
  };
  // Preloads the files of the route.
  const route = location.pathname === '/' && isSignedOut() ? '/welcome' : location.pathname;
  const listed = document.querySelector('meta[name="route-files"]')?.content ?? '';
  const rows = listed.split(';').map((line) => line.split(' '));
  const [, ...files] = rows.find(([path]) => path === route) ?? rows.find(([path]) => path === '*') ?? [];
  const kinds = {
    css: { rel: 'preload', as: 'style', crossOrigin: '' },
    js: { rel: 'preload', as: 'script', crossOrigin: '', fetchPriority: 'low' },
  };
  for (const href of files) document.head.append(Object.assign(document.createElement('link'), { ...kinds[href.split('.').at(-1)], href }));
  // Signed-out start pages are in the document.
  const early = document.querySelector(`template[data-route="${route}"]`);
  if (early && !document.documentElement.dataset.started) {
    const root = document.getElementById('root');
    root.replaceChildren(early.content);
    // Its links pass on the page to open after joining (`?next=`).
    if (location.search) for (const link of root.querySelectorAll('a')) link.search = location.search;
  }
  // With a service worker a start takes a moment.
  if (navigator.serviceWorker?.controller) setTimeout(reload, 20_000);
})();
