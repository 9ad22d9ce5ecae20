import { useRef, type ReactNode } from 'react';
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { commonText } from '#contract/text/common.ts';
import { controlsText } from '#contract/text/ui-controls.ts';
import { Button } from '../buttons/button.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';
import './overlay.css';
import './dialog.css';

export interface ConfirmDialogProps {
  open: boolean;
  /** The question. */
  title: string;
  /** The consequence. */
  description?: ReactNode;
  /** Names the action ("Delete folder"), never "OK". */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** The action destroys something: danger button, initial focus on the safe one. */
  danger?: boolean | undefined;
  /** Text while the action runs ("Deleting"); the dialog stays open. */
  busy?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
  /** Id of what gets the focus after the action, if that removes the control which opened the dialog. */
  focusAfter?: string | undefined;
  /** False while the router blocks a Back itself (see LeaveDialog). Default true. */
  closeOnBack?: boolean | undefined;
}

/** The element, made focusable: a heading or a list is no control. */
const focusable = (id: string): HTMLElement | null => {
  const element = document.getElementById(id);
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  return element;
};

/** Confirms a loss or an acceptance: the title is the question, the safe action is outlined. Source: design §5. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    description,
    confirmLabel,
    cancelLabel = commonText.cancel,
    danger,
    busy,
    focusAfter,
    onConfirm,
    onCancel,
  } = props;
  const safe = useRef<HTMLButtonElement>(null);
  const isConfirmed = useRef(false);
  const cancel = () => {
    if (busy) return;
    isConfirmed.current = false;
    onCancel();
  };
  const confirm = () => {
    isConfirmed.current = true;
    onConfirm();
  };
  useCloseOnBack(open && (props.closeOnBack ?? true), cancel);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && cancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="overlay__scrim dialog__scrim" forceRender />
        <AlertDialog.Viewport
          className="dialog__viewport"
          onClick={(event) => event.target === event.currentTarget && cancel()}
        >
          <AlertDialog.Popup
            className="dialog"
            initialFocus={safe}
            finalFocus={() => (isConfirmed.current && focusAfter ? focusable(focusAfter) : true)}
          >
            <AlertDialog.Title className="overlay__title">{title}</AlertDialog.Title>
            {description && (
              <AlertDialog.Description className="dialog__description">{description}</AlertDialog.Description>
            )}
            <footer className="dialog__footer">
              <Button ref={safe} variant="outline" onClick={cancel} disabled={Boolean(busy)}>
                {cancelLabel}
              </Button>
              <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={confirm}>
                {confirmLabel}
              </Button>
            </footer>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

export interface LeaveDialogProps {
  open: boolean;
  /** Instead of the question and consequence of PUB-020. */
  question?: string | undefined;
  onLeave: () => void;
  onStay: () => void;
}

/**
 * Asks before unsaved edits are lost; the text is PUB-020.
 * Adds no history entry: it is shown while the router blocks a navigation.
 */
export function LeaveDialog({ open, question, onLeave, onStay }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title={question ?? controlsText.leaveTitle}
      description={question === undefined && controlsText.leaveBody}
      confirmLabel={controlsText.leaveConfirm}
      cancelLabel={controlsText.leaveCancel}
      danger
      onConfirm={onLeave}
      onCancel={onStay}
      closeOnBack={false}
    />
  );
}
