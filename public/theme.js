// Sets the theme of this device before the first paint. src/app/device/theme.ts keeps the choice and tells of changes.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const bars = [...document.querySelectorAll('meta[name="theme-color"]')];
  const [light, dark] = bars.map(({ content }) => content);
  let choice;
  const read = () => {
    try { choice = localStorage.getItem('sideline:theme'); } catch { /* Storage is switched off: the app tells. */ }
    show();
  };
  const show = () => {
    const theme = choice === 'light' || choice === 'dark' ? choice : system.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="color-scheme"]').content = theme;
    for (const bar of bars) bar.content = theme === 'dark' ? dark : light;
  };
  system.addEventListener('change', show);
  addEventListener('sideline:theme', ({ detail }) => { choice = detail; show(); });
  // A page from the back/forward cache has missed what was chosen meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && read());
  read();
})();
