import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Field } from '#ui/forms/field.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';

interface DevSheetProps {
  open: boolean;
  onClose: () => void;
}

const LONG = 'Keep your hips open so that you see the ball and the far goal. '.repeat(12);

/** More text than fits on a screen. */
export function LongText() {
  return Array.from({ length: 8 }, (_unused, index) => <p key={index}>{LONG}</p>);
}

/** A sheet of choices, one with a form that asks before it is discarded, and a long one. */
export function DevSheets({ open, onClose }: { open: string | undefined; onClose: () => void }) {
  return (
    <>
      <DevRoles open={open === 'sheet'} onClose={onClose} />
      <DevFormSheet open={open === 'form'} onClose={onClose} />
      <Sheet
        open={open === 'long'}
        onClose={onClose}
        title="A long list"
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <LongText />
      </Sheet>
    </>
  );
}

function DevRoles({ open, onClose }: DevSheetProps) {
  const [role, setRole] = useState('creator');
  return (
    <Sheet open={open} onClose={onClose} title="My Roles">
      <RadioGroup label="My Roles" hideLabel>
        <RadioRow
          name="role"
          value="creator"
          label="Creator"
          detail="Channels, library, wallet"
          checked={role === 'creator'}
          onChange={() => setRole('creator')}
        />
        <RadioRow
          name="role"
          value="member"
          label="Member"
          detail="Home, communities, subscriptions"
          checked={role === 'member'}
          onChange={() => setRole('member')}
        />
        <RadioRow name="role" value="organization" label="Organization" detail="Not available yet" disabled />
      </RadioGroup>
    </Sheet>
  );
}

function DevFormSheet({ open, onClose }: DevSheetProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Sheet
      open={open}
      onClose={() => setAsking(true)}
      title="New folder"
      description="Folders keep your library in order."
      footer={
        <Button variant="primary" onClick={onClose}>
          Create folder
        </Button>
      }
    >
      <div className="dev-form">
        <Field label="Folder name" maxLength={50} />
        <Select
          label="Sport"
          options={[
            { value: 'football', label: 'Football' },
            { value: 'tennis', label: 'Tennis' },
          ]}
          value={null}
          onChange={() => {}}
        />
      </div>
      <ConfirmDialog
        open={asking}
        title="Discard this folder?"
        description="What you typed will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
        onCancel={() => setAsking(false)}
      />
    </Sheet>
  );
}
