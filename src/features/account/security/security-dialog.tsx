import { useState } from 'react';
import * as v from 'valibot';
import { deletePasskey, makeRecoveryCodes, renamePasskey, stopTwoFactor } from '#contract/account.ts';
import { PasskeyName } from '#contract/forms.ts';
import { securityText } from '#contract/text/account-security.ts';
import { CallError } from '#store/api.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { reportUnhandled } from '#ui/missing-file.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { NameSheet } from '#app/forms/name-sheet.tsx';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { CodesDialog } from './codes-dialog.tsx';
import type { PasskeyRow } from './passkeys-section.tsx';
import { PasswordAndCodeSheet, PasswordSheet } from './proof-sheets.tsx';
import { SetUpSheet } from './set-up-sheet.tsx';
import type { ProvedAction, SecurityActions } from './use-security-actions.ts';

/** What is open above the page. */
export type SecurityDialog =
  | { kind: 'rename' | 'delete'; passkey: PasskeyRow }
  | { kind: 'password'; action: ProvedAction }
  | { kind: 'setUp'; secret: string; address: string }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'stop' | 'newCodes' };

export interface SecurityDialogProps {
  dialog: SecurityDialog;
  open: boolean;
  onClose: () => void;
  show: (dialog: SecurityDialog) => void;
  actions: SecurityActions;
}

/** The sheets and dialogs of the page. Give it a new `key` for each. */
export function SecurityDialogView({ dialog, open, onClose, show, actions }: SecurityDialogProps) {
  const call = useOnlineCall();
  const frame = { open, onClose };
  const showCodes = (codes: readonly string[]) => {
    actions.reload();
    show({ kind: 'codes', codes });
  };
  switch (dialog.kind) {
    case 'rename':
      return <RenameSheet {...frame} passkey={dialog.passkey} onRenamed={actions.reload} />;
    case 'delete':
      return <DeleteDialog {...frame} passkey={dialog.passkey} onDeleted={actions.reload} />;
    case 'password':
      return <PasswordSheet {...frame} onProve={(password) => actions.prove(dialog.action, password)} />;
    case 'setUp':
      return <SetUpSheet {...frame} {...dialog} onCodes={showCodes} />;
    case 'codes':
      return <CodesDialog {...frame} codes={dialog.codes} />;
    case 'stop':
      return (
        <PasswordAndCodeSheet
          {...frame}
          title={securityText.stopTitle}
          text={securityText.stopText}
          button={securityText.stop}
          busy={securityText.stopping}
          onSend={async (input) => {
            await call(stopTwoFactor, input);
            onClose();
            actions.reload();
            showToast({ text: securityText.stopped, kind: 'success' });
          }}
        />
      );
    case 'newCodes':
      return (
        <PasswordAndCodeSheet
          {...frame}
          title={securityText.newCodesTitle}
          text={securityText.newCodesText}
          button={securityText.newCodes}
          busy={securityText.makingCodes}
          onSend={async (input) => showCodes((await call(makeRecoveryCodes, input)).recoveryCodes)}
        />
      );
  }
}

interface PasskeyProps {
  passkey: PasskeyRow;
  open: boolean;
  onClose: () => void;
}

function RenameSheet({ passkey, open, onClose, onRenamed }: PasskeyProps & { onRenamed: () => void }) {
  const call = useOnlineCall();
  return (
    <NameSheet
      open={open}
      onClose={onClose}
      title={securityText.renameTitle}
      label={securityText.name}
      initial={passkey.name}
      saveLabel={securityText.save}
      maxLength={50}
      check={(name) => (v.is(PasskeyName, name) ? undefined : securityText.nameProblem)}
      onSave={async (name) => {
        await call(renamePasskey, { id: passkey.id, name });
        onRenamed();
      }}
    />
  );
}

function DeleteDialog({ passkey, open, onClose, onDeleted }: PasskeyProps & { onDeleted: () => void }) {
  const call = useOnlineCall();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      const { rpId, credentialId } = await call(deletePasskey, { id: passkey.id });
      await forget(rpId, credentialId);
      showToast({ text: securityText.deleted, kind: 'success' });
      onDeleted();
    } catch (error) {
      if (error instanceof CallError) showToast({ text: failureText(error), kind: 'failure' });
      else reportUnhandled(error);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      danger
      focusAfter="passkeys"
      title={securityText.deleteTitle(passkey.name)}
      description={securityText.deleteText}
      confirmLabel={securityText.deleteConfirm}
      busy={isBusy ? securityText.deleting : undefined}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}

/** Lets the browser stop offering the passkey, where it can. */
const forget = async (rpId: string, credentialId: string): Promise<void> => {
  const passkeys = globalThis.PublicKeyCredential as
    | { signalUnknownCredential?: (options: { rpId: string; credentialId: string }) => Promise<void> }
    | undefined;
  await passkeys?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {});
};
