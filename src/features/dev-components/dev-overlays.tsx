import { useState } from 'react';
import {
  BadgeCheck,
  Info,
  LifeBuoy,
  LogOut,
  Megaphone,
  Pencil,
  Scale,
  Settings,
  Smartphone,
  Ticket,
  Trash2,
  Wallet,
} from 'lucide-react';
import { Accordion } from '#ui/accordion.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog, LeaveDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { FullScreenViewer } from '#ui/full-screen-viewer.tsx';
import { RadioGroup, RadioRow } from '#ui/radio-row.tsx';
import { RowMenu } from '#ui/row-menu.tsx';
import { Select } from '#ui/select.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { DrawerGroup, DrawerItem, SideDrawer } from '#ui/side-drawer.tsx';
import { showToast } from '#ui/toast.ts';

type Open = 'sheet' | 'form' | 'long' | 'dialog' | 'confirm' | 'busy' | 'leave' | 'drawer' | 'viewer' | undefined;

const LONG = 'Keep your hips open so that you see the ball and the far goal. '.repeat(12);

export function DevOverlays() {
  const [open, setOpen] = useState<Open>();
  const [role, setRole] = useState('creator');
  const [asking, setAsking] = useState(false);
  const close = () => setOpen(undefined);
  const opener = (what: NonNullable<Open>, label: string) => (
    <Button size="m" variant="tonal" onClick={() => setOpen(what)}>
      {label}
    </Button>
  );
  return (
    <>
      <div className="dev-buttons">
        {opener('sheet', 'My Roles sheet')}
        {opener('form', 'Form sheet')}
        {opener('long', 'Long sheet')}
        {opener('dialog', 'Dialog')}
        {opener('confirm', 'Confirm delete')}
        {opener('busy', 'Confirm busy')}
        {opener('leave', 'Leave page')}
        {opener('drawer', 'Side drawer')}
        {opener('viewer', 'Full-screen viewer')}
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

      <Sheet open={open === 'sheet'} onClose={close} title="My Roles">
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
      <Sheet
        open={open === 'form'}
        onClose={() => setAsking(true)}
        title="New folder"
        description="Folders keep your library in order."
        footer={
          <Button variant="primary" onClick={close}>
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
            close();
          }}
          onCancel={() => setAsking(false)}
        />
      </Sheet>
      <Sheet
        open={open === 'long'}
        onClose={close}
        title="A long list"
        footer={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        {Array.from({ length: 8 }, (_unused, index) => (
          <p key={index}>{LONG}</p>
        ))}
      </Sheet>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Add Sideline to your phone"
        description="Opens full screen and keeps your uploads in the queue."
        footer={
          <Button variant="primary" onClick={close}>
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
        onConfirm={close}
        onCancel={close}
      />
      <ConfirmDialog
        open={open === 'busy'}
        title="Transfer $60.00 to your bank?"
        confirmLabel="Transfer $60.00"
        busy="Transferring"
        onConfirm={close}
        onCancel={close}
      />
      <LeaveDialog open={open === 'leave'} onLeave={close} onStay={close} />
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
        {Array.from({ length: 8 }, (_unused, index) => (
          <p key={index}>{LONG}</p>
        ))}
      </FullScreenViewer>
      <SideDrawer
        open={open === 'drawer'}
        onClose={close}
        label="Menu"
        head={
          <>
            <p className="t-h2">Maya Okafor</p>
            <p>
              Creator <BadgeCheck className="icon-s" aria-label="Creator" />
            </p>
          </>
        }
      >
        <nav aria-label="Menu">
          <DrawerGroup>
            <DrawerItem icon={<Megaphone />} href="#invite">
              Invite Your Community
            </DrawerItem>
            <DrawerItem icon={<Ticket />} disabled trailing="Coming Soon">
              Subscriptions
            </DrawerItem>
            <DrawerItem icon={<Wallet />} href="#wallet" trailing={<span className="num t-2">$128.40</span>}>
              Sideline Wallet
            </DrawerItem>
          </DrawerGroup>
          <DrawerGroup>
            <DrawerItem icon={<LifeBuoy />} href="#help">
              Help &amp; Support
            </DrawerItem>
            <DrawerItem icon={<Settings />} href="#settings">
              Account Settings
            </DrawerItem>
            <DrawerItem icon={<Info />} href="https://about.example" external>
              About
            </DrawerItem>
            <DrawerItem icon={<Scale />} href="#legal">
              Legal
            </DrawerItem>
          </DrawerGroup>
          <DrawerGroup>
            <DrawerItem icon={<Smartphone />} onClick={close}>
              Add to Mobile
            </DrawerItem>
            <DrawerItem icon={<LogOut />} onClick={close}>
              Log Out
            </DrawerItem>
          </DrawerGroup>
        </nav>
      </SideDrawer>
    </>
  );
}
