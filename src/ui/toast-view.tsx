import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Toast } from '@base-ui/react/toast';
import CloudUploadIcon from 'lucide-react/icons/cloud-upload';
import { controlsText } from '#contract/text/ui-controls.ts';
import { DoneIcon, InfoIcon, ProblemIcon } from './icons.ts';
import { TOAST_MS, type ToastMessage, type ToastPort } from './toast.ts';
import './toast.css';

type Kind = NonNullable<ToastMessage['kind']>;
type ToastData = { kind: Kind };

const ICONS = { status: InfoIcon, success: DoneIcon, failure: ProblemIcon, upload: CloudUploadIcon } satisfies Record<
  Kind,
  unknown
>;

const manager = Toast.createToastManager<ToastData>();

function ToastList() {
  const { toasts } = Toast.useToastManager<ToastData>();
  return toasts.map((toast) => <ToastRow key={toast.id} toast={toast} />);
}

function ToastRow({ toast }: { toast: Toast.Root.ToastObject<ToastData> }) {
  const afterTouch = useRef<ReturnType<typeof setTimeout>>(undefined);
  const kind = toast.data?.kind ?? 'status';
  const Icon = ICONS[kind];
  const stayMs = toast.timeout ?? TOAST_MS;
  return (
    <Toast.Root
      toast={toast}
      className="toast on-board"
      data-kind={kind}
      role={kind === 'failure' ? 'alert' : 'status'}
      aria-modal={undefined}
      aria-atomic="true"
      swipeDirection={['down', 'left', 'right']}
      // Base UI pauses a touched toast until the next touch elsewhere; here the timer restarts when the finger lifts.
      onPointerDown={() => clearTimeout(afterTouch.current)}
      onPointerUp={({ pointerType }) => {
        if (pointerType === 'touch' && stayMs > 0)
          afterTouch.current = setTimeout(() => manager.close(toast.id), stayMs);
      }}
    >
      <Icon className="toast__icon" aria-hidden="true" />
      <Toast.Description className="toast__text" render={<p />} />
      <Toast.Action className="toast__action" />
    </Toast.Root>
  );
}

let port: ToastPort | undefined;

/** Mounts the toasts once, in a separate React root; called by `showToast` only. */
export function mountToasts(): ToastPort {
  if (port) return port;
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(
    <Toast.Provider toastManager={manager} limit={1} timeout={TOAST_MS}>
      <Toast.Portal>
        <Toast.Viewport className="toast__viewport" aria-label={controlsText.toasts}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>,
  );
  port = { show };
  return port;
}

function show(message: ToastMessage, onGone: () => void): void {
  const { text, kind = 'status', durationMs = TOAST_MS, action } = message;
  // After the viewport has rendered: a live region must exist before its text, or it is not announced.
  setTimeout(() => {
    const id: string = manager.add({
      description: text,
      timeout: durationMs,
      data: { kind },
      onRemove: onGone,
      ...(action && {
        actionProps: {
          children: action.label,
          onClick: () => {
            manager.close(id);
            action.onAction();
          },
        },
      }),
    });
  }, MOUNTED_MS);
}

/** Wait for the viewport's first render, ms. */
const MOUNTED_MS = 50;
