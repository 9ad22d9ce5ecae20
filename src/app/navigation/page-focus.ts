import { nameHash } from './entries.ts';

/** How long the link or the title is waited for; then the title, or the whole content, gets the focus, ms. */
const DRAWN_WITHIN_MS = 1_000;

/** Focuses an element that is no control, e.g. a heading, without scrolling to it. */
const focusQuietly = (element: HTMLElement | null): void => {
  if (!element) return;
  if (element.localName !== 'a') element.tabIndex = -1;
  element.focus({ preventScroll: true });
};

/** Whether a person would not miss the focus: it is nowhere, on a title or the whole content, or on a bar that stays. */
const isFree = (): boolean => {
  const { activeElement } = document;
  return !activeElement || activeElement.matches('body, h1, main, .tab-bar *, .skip-link');
};

const title = (): HTMLElement | null => document.querySelector('#root h1');

/** The link of the shown page whose address has the given hash. */
const linkOf = (hash: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main a[href]')].find(
    (link) => nameHash(link.getAttribute('href')!) === hash,
  );

let stop: (() => void) | undefined;

/**
 * Moves the focus into a page that was just opened, so that screen readers announce it and the keyboard starts there: to
 * the title, or, on a page that is shown again, to the link that was followed from it. A page that focuses a part of
 * itself keeps that. The link and the title may be drawn later, or the title again with the name of what was loaded; so
 * they are followed until the person does something.
 *
 * @param followed Hash of the address of the link that was followed from the page.
 */
export const focusPage = (followed?: string): void => {
  stop?.();
  let wanted = followed;
  const focus = (isLate = false) => {
    if (!isFree()) return;
    const link = wanted === undefined ? undefined : linkOf(wanted);
    if (link) {
      wanted = undefined;
      focusQuietly(link);
    } else if ((wanted === undefined || isLate) && !document.activeElement?.matches('h1'))
      focusQuietly(title() ?? (isLate ? document.querySelector('main') : null));
  };
  const late = setTimeout(() => focus(true), DRAWN_WITHIN_MS);
  const changes = new MutationObserver(() => focus());
  const end = () => {
    clearTimeout(late);
    changes.disconnect();
    removeEventListener('pointerdown', end, true);
    removeEventListener('keydown', end, true);
  };
  stop = end;
  addEventListener('pointerdown', end, true);
  addEventListener('keydown', end, true);
  changes.observe(document.getElementById('root')!, { childList: true, subtree: true });
  focus();
};
