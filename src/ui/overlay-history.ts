/**
 * Lets the Back button and gesture close the topmost overlay instead of leaving the page.
 *
 * While n overlays are open, n history entries lie above the page's own. They copy its state and
 * add a mark with their height. The router never learns of them: they are pushed past its patched
 * `pushState`, and their pops are swallowed before its own listener runs (`installOverlayHistory`).
 * After every change the entries are brought in line with what is open, so an overlay that
 * refuses to close simply gets an entry again.
 */
const MARK = 'sidelineOverlay';

interface Mark {
  /** Entries of this kind up to and with this one. */
  readonly height: number;
  readonly id: string;
}

interface Overlay {
  readonly close: () => void;
}

/** Open overlays, bottom to top. */
const open: Overlay[] = [];
/** Our uppermost entry, as long as it is not known to be gone. */
let topId: string | undefined;
/** Entries left behind because a link inside an overlay was followed. */
const leftBehind = new Set<string>();
/** Address of the page that the entries lie above. */
let pageHref = '';
/** A step back of our own is under way; it ends with a pop that nobody may see. */
let stepping = false;
/** Ends the step under way, and no other, where its pop never comes. */
let overtaken: ReturnType<typeof setTimeout> | undefined;
let listening = false;

const markNow = (): Mark | undefined => (history.state as Record<string, Mark> | null)?.[MARK];

/** Goes back without anybody noticing. */
function stepBack(entries: number): void {
  stepping = true;
  history.go(-entries);
  // A navigation may overtake the step; its pop then never comes and must not be waited for.
  overtaken = setTimeout(stepDone, 1000);
}

function stepDone(): void {
  clearTimeout(overtaken);
  stepping = false;
  topId = markNow()?.id;
  bringInLine();
}

function bringInLine(): void {
  if (stepping) return;
  const height = markNow()?.height ?? 0;
  if (height === 0 && topId) {
    leftBehind.add(topId);
    topId = undefined;
  }
  if (open.length < height) return stepBack(height - open.length);
  for (let next = height + 1; next <= open.length; next += 1) pushEntry(next);
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
    return stepDone();
  }
  const mark = markNow();
  const height = mark?.height ?? 0;
  if (mark && open.length === 0) return onReturn(mark, event);
  if (open.length <= height) return;
  // Following a link to a part of the page pops too, and is the router's business.
  if (location.href === pageHref) {
    topId = mark?.id;
    event.stopImmediatePropagation();
  }
  for (const overlay of open.slice(height).reverse()) overlay.close();
  // Later: those that refused are still open then, and get their entries again.
  setTimeout(bringInLine);
}

/** An entry without its overlay: coming back to it shows the page below; one step more saves a dead press. */
function onReturn(mark: Mark, event: PopStateEvent): void {
  if (!leftBehind.delete(mark.id)) return event.stopImmediatePropagation();
  // In a task of its own: the router first reads the address that this pop arrived at.
  setTimeout(() => stepBack(mark.height));
}

/**
 * Must run before the router is made: listeners of the window run in the order they came, and
 * a router that sees the pop first asks its blockers ("Leave this page?") for a closing sheet.
 */
export function installOverlayHistory(): void {
  if (listening) return;
  listening = true;
  window.addEventListener('popstate', onPop, { capture: true });
}

/**
 * Tells that an overlay has opened.
 *
 * @param close Asked on Back. Staying open refuses.
 * @returns Call it when the overlay has closed.
 */
export function overlayOpened(close: () => void): () => void {
  installOverlayHistory();
  const overlay: Overlay = { close };
  open.push(overlay);
  // Later, because one overlay often follows another, and a close is often followed by a navigation.
  setTimeout(bringInLine);
  return () => {
    open.splice(open.indexOf(overlay), 1);
    setTimeout(bringInLine);
  };
}
