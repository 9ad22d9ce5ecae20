/**
 * Lets the Back button and gesture close the topmost overlay instead of leaving the page.
 *
 * While n overlays are open, n history entries are above the page's own. They copy its state and add a mark with their
 * height. The router never sees them: they are pushed past its patched `pushState`, and their pops are stopped before
 * its own listener runs (`installOverlayHistory`). After every change the entries are reconciled with the open overlays,
 * so an overlay that refuses to close gets a new entry.
 */
const MARK = 'sidelineOverlay';
/**
 * A step whose pop has not arrived after this time, ms, is taken for lost. Long, because a pop that arrives later would count as a
 * Back of the person, and a step that is repeated too early would leave the page.
 */
const STEP_LOST_MS = 10_000;
/** The same after a navigation, which may cancel the step. */
const STEP_CANCELLED_MS = 1_000;

interface Mark {
  /** Number of overlay entries up to and including this one. */
  readonly height: number;
  readonly id: string;
}

interface Overlay {
  readonly close: () => void;
}

/** Open overlays, bottom to top. */
const open: Overlay[] = [];
/** Mark id of the topmost overlay entry, unless it is known to be gone. */
let topId: string | undefined;
/** Mark ids of entries whose overlay is gone because a link inside it was followed. */
const orphaned = new Set<string>();
/** Address of the page below the overlay entries. */
let pageHref = '';
/** A `history.go` of this module is in flight; its pop must not reach the router. */
let stepping = false;
/** Ends the step in flight if its pop never arrives. */
let stepTimeout: ReturnType<typeof setTimeout> | undefined;
/** What the router has navigated to while a step is in flight. */
let navigated: Parameters<History['pushState']> | undefined;
let listening = false;
/** Called once no overlay has an entry. */
const waiting: (() => void)[] = [];
/** Another document is being loaded: the entries of overlays stay. */
let isLeaving = false;

const markNow = (): Mark | undefined => (history.state as Record<string, Mark> | null)?.[MARK];

/** Goes back without the router seeing the pop. */
function stepBack(entries: number): void {
  stepping = true;
  history.go(-entries);
  giveUpStepIn(STEP_LOST_MS);
}

function giveUpStepIn(delayMs: number): void {
  clearTimeout(stepTimeout);
  stepTimeout = setTimeout(stepDone, delayMs);
}

function stepDone(): void {
  clearTimeout(stepTimeout);
  stepping = false;
  navigated = undefined;
  topId = markNow()?.id;
  reconcileEntries();
}

function reconcileEntries(): void {
  if (stepping) return;
  if (isLeaving) return endWaiting();
  const height = markNow()?.height ?? 0;
  if (height === 0 && topId) {
    orphaned.add(topId);
    topId = undefined;
  }
  if (open.length < height) return stepBack(height - open.length);
  for (let next = height + 1; next <= open.length; next += 1) pushEntry(next);
  if (open.length === 0) endWaiting();
}

function endWaiting(): void {
  for (const resolve of waiting.splice(0)) resolve();
}

/** Resolves once every overlay is closed and its entry is gone: from then on Back leaves the page. */
export const overlaysGone = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    setTimeout(reconcileEntries);
  });

/**
 * Loads another document, or this one again, though an overlay may close at this moment: a step back that follows would cancel
 * it, and the page would stay. One that is in flight may do so too, so the document is left once more after it.
 *
 * @param go Starts it, e.g. `() => location.replace('/welcome')`. It is called at once: after a sign-out no later task of this page
 *   may open the person's database again.
 */
export function leaveDocument(go: () => void): void {
  isLeaving = true;
  go();
  if (!stepping) return;
  giveUpStepIn(STEP_CANCELLED_MS);
  void overlaysGone().then(go);
}

function pushEntry(height: number): void {
  topId = crypto.randomUUID();
  pageHref = location.href;
  const mark: Mark = { height, id: topId };
  History.prototype.pushState.call(history, { ...(history.state as object | null), [MARK]: mark }, '');
}

function onPop(event: PopStateEvent): void {
  if (stepping) {
    event.stopImmediatePropagation();
    if (navigated) returnTo(navigated);
    return stepDone();
  }
  const mark = markNow();
  const height = mark?.height ?? 0;
  if (mark && open.length === 0) return onReturn(mark, event);
  if (open.length <= height) return;
  // Following a link to an anchor of the page pops too; the router handles that one.
  if (location.href === pageHref) {
    topId = mark?.id;
    event.stopImmediatePropagation();
  }
  for (const overlay of open.slice(height).reverse()) overlay.close();
  // In a later task, when overlays that refused to close are known; they get new entries.
  setTimeout(reconcileEntries);
}

/**
 * A step that the browser makes after a navigation leads away from the page that is shown: its address is put back, in the place
 * of the overlay's entry if the step ended there.
 */
function returnTo(page: Parameters<History['pushState']>): void {
  const { pushState, replaceState } = History.prototype;
  (markNow() ? replaceState : pushState).apply(history, page);
}

/** Skips an entry whose overlay is gone, because Back to it would appear to do nothing. */
function onReturn(mark: Mark, event: PopStateEvent): void {
  if (!orphaned.delete(mark.id)) return event.stopImmediatePropagation();
  // In a later task, because the router first reads the address that this pop arrived at.
  setTimeout(() => stepBack(mark.height));
}

/**
 * Must run before the router is created: window listeners run in the order of registration, and a router that sees the
 * pop first runs its blockers ("Leave this page?") for a closing sheet.
 */
export function installOverlayHistory(): void {
  if (listening) return;
  listening = true;
  window.addEventListener('popstate', onPop, { capture: true });
  // The document is shown again from memory, by Back.
  window.addEventListener('pageshow', () => (isLeaving = false));
  replaceOverlayEntries();
}

/**
 * A page that is opened from an overlay, e.g. from a row's menu, takes the place of the overlay's entry. Back then arrives at
 * the page below in one step, so that a router that blocks it ("Leave this page?") can undo it in one step.
 */
function replaceOverlayEntries(): void {
  const { pushState, replaceState } = History.prototype;
  history.pushState = (...args) => {
    const isOverlay = markNow()?.height === 1 && !stepping;
    (isOverlay ? replaceState : pushState).apply(history, args);
    if (!stepping) return;
    navigated = args;
    giveUpStepIn(STEP_CANCELLED_MS);
  };
  // Such as a redirect of that page.
  history.replaceState = (...args) => {
    replaceState.apply(history, args);
    if (navigated) navigated = args;
  };
}

/**
 * Registers an overlay that has opened.
 *
 * @param close Called on Back. An overlay that stays open refuses.
 * @returns Unregisters; call it when the overlay has closed.
 */
export function overlayOpened(close: () => void): () => void {
  installOverlayHistory();
  const overlay: Overlay = { close };
  open.push(overlay);
  // In a later task, because another overlay or a navigation often follows a close at once.
  setTimeout(reconcileEntries);
  return () => {
    open.splice(open.indexOf(overlay), 1);
    setTimeout(reconcileEntries);
  };
}
