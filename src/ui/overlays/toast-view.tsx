import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent } from 'react';
import { createRoot } from 'react-dom/client';
import CloudUploadIcon from 'lucide-react/icons/cloud-upload';
import { commonText } from '#contract/text/common.ts';
import { controlsText } from '#contract/text/ui-controls.ts';
import { CloseIcon, DoneIcon, InfoIcon, ProblemIcon } from '../icons.ts';
import { TOAST_MS, type ToastMessage, type ToastPort } from './toast.ts';
import { useToastSwipe } from './use-toast-swipe.ts';
import { useToastTimer } from './use-toast-timer.ts';
import './toast.css';

const ICONS = { status: InfoIcon, success: DoneIcon, failure: ProblemIcon, upload: CloudUploadIcon } satisfies Record<
  NonNullable<ToastMessage['kind']>,
  unknown
>;

/** The toast on the screen: the queue (toast.ts) shows one at a time. */
interface Shown {
  key: number;
  message: ToastMessage;
  isLeaving: boolean;
  onGone: () => void;
}

let current: Shown | undefined;
let lastKey = 0;
const watchers = new Set<() => void>();

const watchCurrent = (changed: () => void): (() => void) => {
  watchers.add(changed);
  return () => watchers.delete(changed);
};

function setCurrent(next: Shown | undefined): void {
  current = next;
  for (const changed of watchers) changed();
}

const leave = (key: number): void => {
  if (current?.key === key) setCurrent({ ...current, isLeaving: true });
};

function gone({ key, onGone }: Shown): void {
  if (current?.key !== key) return;
  setCurrent(undefined);
  onGone();
}

/** The region of the toasts. It is announced to screen readers as it fills, and F6 moves the focus into it. */
function ToastRegion() {
  const shown = useSyncExternalStore(watchCurrent, () => current);
  const region = useRef<HTMLDivElement>(null);
  const focusedBefore = useRef<Element>(null);
  const isEmpty = shown === undefined;
  useEffect(() => {
    if (isEmpty) return;
    const element = region.current!;
    const watch = new AbortController();
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F6' || element.contains(document.activeElement)) return;
      event.preventDefault();
      focusedBefore.current = document.activeElement;
      element.querySelector<HTMLElement>('.toast')?.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', onKey, { signal: watch.signal });
    return () => watch.abort();
  }, [isEmpty]);
  const giveFocusBack = () => {
    if (!region.current!.contains(document.activeElement)) return;
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus({ preventScroll: true });
  };
  return (
    <div
      ref={region}
      className="toast__viewport"
      role="region"
      aria-label={controlsText.toasts}
      aria-live="polite"
      aria-atomic={false}
      aria-relevant="additions text"
    >
      {shown && <ToastRow key={shown.key} shown={shown} onLeave={giveFocusBack} />}
    </div>
  );
}

function ToastRow({ shown, onLeave }: { shown: Shown; onLeave: () => void }) {
  const { key, message, isLeaving } = shown;
  const { text, kind = 'status', durationMs = TOAST_MS, action, dismissLabel } = message;
  const Icon = ICONS[kind];
  const element = useRef<HTMLDivElement>(null);
  const close = () => leave(key);
  const swipe = useToastSwipe(close);
  const timer = useToastTimer(durationMs, close);
  useEffect(() => {
    if (!isLeaving) return;
    onLeave();
    // After its transition, or at once where it has none.
    const moving = element.current!.getAnimations().map(({ finished }) => finished);
    void Promise.allSettled(moving).then(() => gone(shown));
    // A page that draws nothing, e.g. behind another window, finishes no transition.
    setTimeout(() => gone(shown), LEAVES_WITHIN_MS);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it leaves once
  }, [isLeaving]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role depends on the kind
    <div
      ref={element}
      className="toast on-board"
      data-kind={kind}
      data-ending-style={isLeaving ? '' : undefined}
      role={kind === 'failure' ? 'alert' : 'status'}
      aria-atomic="true"
      // Who uses the keyboard holds and closes it here.
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...timer}
      {...swipe}
    >
      <Icon className="toast__icon" aria-hidden="true" />
      <p className="toast__text">{text}</p>
      {durationMs === 0 && (
        <button
          type="button"
          className="toast__dismiss"
          aria-label={dismissLabel ? undefined : commonText.close}
          onClick={close}
        >
          {dismissLabel ?? <CloseIcon aria-hidden="true" />}
        </button>
      )}
      {action && (
        <button
          type="button"
          className="toast__action"
          onClick={() => {
            close();
            action.onAction();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}

let port: ToastPort | undefined;

/** Mounts the toasts once, in a separate React root; called by `showToast` only. */
export function mountToasts(): ToastPort {
  if (port) return port;
  const host = document.createElement('div');
  host.dataset['toasts'] = '';
  document.body.append(host);
  createRoot(host).render(<ToastRegion />);
  port = { show };
  return port;
}

function show(message: ToastMessage, onGone: () => void): () => boolean {
  lastKey += 1;
  const key = lastKey;
  let [isClosed, isDrawn] = [false, false];
  // After the region has rendered: a live region must exist before its text, or it is not announced.
  setTimeout(() => {
    if (isClosed) return onGone();
    isDrawn = true;
    setCurrent({ key, message, isLeaving: false, onGone });
  }, MOUNTED_MS);
  return () => {
    const wasLeaving = isClosed || (isDrawn && (current?.key !== key || current.isLeaving));
    isClosed = true;
    leave(key);
    return !wasLeaving;
  };
}

/** Wait for the region's first render, ms. */
const MOUNTED_MS = 50;
/** Longer than the transition. */
const LEAVES_WITHIN_MS = 400;
