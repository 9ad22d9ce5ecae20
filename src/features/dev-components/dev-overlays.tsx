import { useState } from 'react';
import { Pencil, Settings, Trash2 } from 'lucide-react';
import { Accordion } from '#ui/lists/accordion.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog, LeaveDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FullScreenViewer } from '#ui/overlays/full-screen-viewer.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { DevDrawer } from './dev-drawer.tsx';
import { DevSheets, LongText } from './dev-sheets.tsx';

const OPENERS = [
  ['sheet', 'My Roles sheet'],
  ['form', 'Form sheet'],
  ['long', 'Long sheet'],
  ['dialog', 'Dialog'],
  ['confirm', 'Confirm delete'],
  ['busy', 'Confirm busy'],
  ['leave', 'Leave page'],
  ['drawer', 'Side drawer'],
  ['viewer', 'Full-screen viewer'],
] as const;

type Open = (typeof OPENERS)[number][0] | undefined;

export function DevOverlays() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="dev-buttons">
        {OPENERS.map(([what, label]) => (
          <Button key={what} size="m" variant="tonal" onClick={() => setOpen(what)}>
            {label}
          </Button>
        ))}
        <RowMenu
          name="Throw-in patterns"
          items={[
            { label: 'Rename', icon: <Pencil />, onSelect: () => showToast({ text: 'Rename' }) },
            {
              label: 'Account Settings',
              icon: <Settings />,
              disabled: true,
              help: 'Connect to the internet first',
              onSelect: () => {},
            },
            { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => setOpen('confirm') },
          ]}
        />
      </div>
      <DevToasts />
      <Accordion
        items={[
          {
            id: 'a',
            title: 'How do I upload a video?',
            content: 'Open Library, choose Upload and pick one to five files.',
          },
          {
            id: 'b',
            title: 'What happens when I lose the connection in the middle of a long upload?',
            content: 'It pauses and goes on by itself.',
          },
        ]}
        defaultOpen={['a']}
      />

      <DevSheets open={open} onClose={close} />
      <DevDialogs open={open} onClose={close} />
      <FullScreenViewer
        open={open === 'viewer'}
        onClose={close}
        title="Terms of Use"
        footer={
          <Button variant="primary" onClick={close}>
            Accept
          </Button>
        }
      >
        <LongText />
      </FullScreenViewer>
      <DevDrawer open={open === 'drawer'} onClose={close} />
    </>
  );
}

function DevToasts() {
  return (
    <div className="dev-buttons">
      <Button
        size="m"
        variant="outline"
        onClick={() =>
          showToast({
            text: 'The ‘Throw-in patterns’ content was Added to Channel.',
            kind: 'success',
            action: { label: 'View', onAction: () => {} },
          })
        }
      >
        Toast with action
      </Button>
      <Button
        size="m"
        variant="outline"
        onClick={() =>
          showToast({
            text: 'While your content is uploading, feel free to explore other areas of Sideline.',
            kind: 'upload',
            durationMs: 7000,
          })
        }
      >
        Upload toast
      </Button>
      <Button
        size="m"
        variant="outline"
        onClick={() => showToast({ text: 'Error Creating Folder. Please try again', kind: 'failure' })}
      >
        Failure toast
      </Button>
    </div>
  );
}

function DevDialogs({ open, onClose }: { open: Open; onClose: () => void }) {
  return (
    <>
      <Dialog
        open={open === 'dialog'}
        onClose={onClose}
        title="Add Sideline to your phone"
        description="Opens full screen and keeps your uploads in the queue."
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p>Tap Share in Safari, then Add to Home Screen.</p>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Delete folder ‘Warm-ups’?"
        description="Its 12 items stay in your library."
        confirmLabel="Delete folder"
        danger
        onConfirm={onClose}
        onCancel={onClose}
      />
      <ConfirmDialog
        open={open === 'busy'}
        title="Transfer $60.00 to your bank?"
        confirmLabel="Transfer $60.00"
        busy="Transferring"
        onConfirm={onClose}
        onCancel={onClose}
      />
      <LeaveDialog open={open === 'leave'} onLeave={onClose} onStay={onClose} />
    </>
  );
}
