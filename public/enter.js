// Imports the app after the first paint: compiling it would delay the paint.
const { entry } = document.querySelector('script[data-entry]').dataset;
// Upper limit of the wait, ms: a slow style sheet delays the paint.
const PAINT_WAIT_MS = 300;
if (!document.hidden) {
  await new Promise((painted) => {
    requestAnimationFrame(() => setTimeout(painted));
    setTimeout(painted, PAINT_WAIT_MS);
  });
}
await import(entry);
