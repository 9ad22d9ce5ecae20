// The app, once what the document shows is on the screen. Asked for by the document itself, its packages would be
// compiled first: from the device they are there before the first picture is drawn.
const { entry } = document.querySelector('script[data-entry]').dataset;
/** In a tab that nobody sees nothing is drawn, and a style sheet on a slow line is waited for only this long. */
const DRAWN_WITHIN_MS = 300;
if (!document.hidden) {
  await new Promise((drawn) => {
    requestAnimationFrame(() => setTimeout(drawn));
    setTimeout(drawn, DRAWN_WITHIN_MS);
  });
}
await import(entry);
