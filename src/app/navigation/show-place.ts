import { nameHash, type Place } from './entries.ts';

/** A page whose DOM has not changed for this long and for so many frames, and that shows no skeleton, is drawn, ms. */
const QUIET_MS = 300;
/** On a busy device a long time may pass within one frame. */
const QUIET_FRAMES = 10;
/** Difference of two heights that counts as none, e.g. by rounding, px. */
const HEIGHT_TOLERANCE_PX = 2;
/** The longest wait for a page that stays shorter than it was, ms. */
const SHORTER_MAX_MS = 2_500;
/** The longest wait, ms. */
const WAIT_MAX_MS = 5_000;

const PERSON_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

export interface Showing {
  /** Whether the page is still being put to its place; false once it is there or the person has scrolled. */
  isForcing(): boolean;
  end(): void;
}

/** How far the contents at the place have moved since it was left, px. */
let movedPx = 0;

/**
 * Scrolls with contents that moved because what is above them turned out higher or lower, e.g. rows that were only estimated.
 * While a page is being put to its place, the place moves with them.
 */
export const followContents = (px: number): void => {
  movedPx += px;
  scrollBy({ top: px, behavior: 'instant' });
};

/**
 * Shows a page at the place where it was left, although its rows are read from the database only after it is drawn.
 *
 * The page gets its former height at once, so that it can be scrolled to the place before its first paint, and nothing
 * jumps when the rows appear. Until the page is drawn, parts that appear above the place do not move it. Ends when the
 * page is drawn, when the person does anything, or after WAIT_MAX_MS; a list that is shorter now ends at its last row.
 */
export const showPlace = (place: Place): Showing => {
  const { style } = document.documentElement;
  movedPx = 0;
  const topPx = () => place.topPx + movedPx;
  const heightPx = () => place.heightPx + movedPx;
  const startMs = performance.now();
  let quietSinceMs = startMs;
  let quietFrames = 0;
  let isForcing = true;
  let frame = 0;
  const rails = new Set<Element>();

  const hold = () => style.setProperty('--kept-height', `${heightPx()}px`);
  const letGo = () => style.removeProperty('--kept-height');
  const leaveToPerson = () => {
    isForcing = false;
    style.removeProperty('overflow-anchor');
    for (const type of PERSON_EVENTS) removeEventListener(type, leaveToPerson, true);
  };
  const notQuiet = () => {
    quietSinceMs = performance.now();
    quietFrames = 0;
  };
  const mutations = new MutationObserver(notQuiet);
  const end = () => {
    cancelAnimationFrame(frame);
    mutations.disconnect();
    letGo();
    leaveToPerson();
  };
  const force = () => {
    if (Math.abs(scrollY - topPx()) >= 1) scrollTo({ top: topPx(), behavior: 'instant' });
    for (const rail of document.querySelectorAll<HTMLElement>('[data-rail]')) {
      const leftPx = place.rails[nameHash(rail.dataset['rail']!)];
      if (leftPx === undefined || rails.has(rail)) continue;
      rails.add(rail);
      rail.scrollTo({ left: leftPx, behavior: 'instant' });
    }
  };
  /** Whether the page is complete: quiet, and as high as it was, or not growing any more. */
  const isDrawn = (nowMs: number): boolean => {
    quietFrames += 1;
    if (document.querySelector('main .skeleton')) notQuiet();
    if (nowMs - startMs > WAIT_MAX_MS) return true;
    if (nowMs - quietSinceMs < QUIET_MS || quietFrames < QUIET_FRAMES) return false;
    letGo();
    // A part may still be missing above the place although the page is high enough for it.
    const isAsHigh = document.documentElement.scrollHeight >= heightPx() - HEIGHT_TOLERANCE_PX;
    if (isAsHigh || nowMs - startMs > SHORTER_MAX_MS) return true;
    hold();
    return false;
  };
  const step = () => {
    if (isDrawn(performance.now())) {
      if (isForcing) force();
      return end();
    }
    if (isForcing) force();
    frame = requestAnimationFrame(step);
  };

  hold();
  style.setProperty('overflow-anchor', 'none');
  for (const type of PERSON_EVENTS) addEventListener(type, leaveToPerson, { capture: true, passive: true });
  mutations.observe(document.body, { childList: true, subtree: true });
  force();
  frame = requestAnimationFrame(step);
  return { isForcing: () => isForcing, end };
};
