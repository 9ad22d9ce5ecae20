import * as v from 'valibot';
import { confirmTwoFactor } from '#contract/account.ts';
import { SecondFactorCode } from '#contract/forms.ts';
import { securityText } from '#contract/text/account-security.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CodeInput } from '#ui/forms/code-input.tsx';
import { CopyIcon } from '#ui/icons.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { copyText } from '#app/device/copy-text.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { SheetForm } from './proof-sheets.tsx';
import { QrCode } from '#ui/pictures/qr-code.tsx';

const Typed = v.object({ code: SecondFactorCode });

export interface SetUpSheetProps {
  open: boolean;
  onClose: () => void;
  /** Base32. */
  secret: string;
  address: string;
  onCodes: (codes: readonly string[]) => void;
}

/** Copies a text and says how that went. */
export const copyAndTell = async (text: string): Promise<void> => {
  const isCopied = await copyText(text);
  showToast(
    isCopied ? { text: securityText.copied, kind: 'success' } : { text: securityText.notCopied, kind: 'failure' },
  );
};

/** Shows the secret for an authenticator app as QR code, link and text; a code of the app turns two-factor sign-in on. */
export function SetUpSheet({ open, onClose, secret, address, onCodes }: SetUpSheetProps) {
  const call = useOnlineCall();
  const { register, errors, problem, isSending, submit } = useContractForm({
    schema: Typed,
    values: { code: '' },
    mode: 'onSubmit',
    failureField: 'code',
    send: async (typed) => onCodes((await call(confirmTwoFactor, typed)).recoveryCodes),
  });
  return (
    <SheetForm
      {...{ open, onClose, problem, submit }}
      title={securityText.setUpTitle}
      text={securityText.scan}
      button={securityText.turnOn}
      busy={isSending && securityText.turningOn}
    >
      <QrCode text={address} label={securityText.qrLabel} />
      <Button variant="outline" size="m" href={address}>
        {securityText.openApp}
      </Button>
      <p className="t-small t-2">{securityText.typeIn}</p>
      <p className="security__secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      <Button variant="ghost" size="m" icon={<CopyIcon />} onClick={() => void copyAndTell(secret)}>
        {securityText.copyKey}
      </Button>
      <CodeInput label={securityText.code} checking={isSending} error={errors.code?.message} {...register('code')} />
    </SheetForm>
  );
}
