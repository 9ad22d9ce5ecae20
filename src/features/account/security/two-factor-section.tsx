import type { OutputOf } from '#contract/call.ts';
import type { readSecurity } from '#contract/account.ts';
import { securityText } from '#contract/text/account-security.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LockIcon, PhoneIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatDate } from '#app/format/format.ts';
import type { SecurityDialog } from './security-dialog.tsx';
import type { SecurityActions } from './use-security-actions.ts';

interface SectionProps {
  state: OutputOf<typeof readSecurity>['twoFactor'];
  actions: SecurityActions;
  show: (dialog: SecurityDialog) => void;
}

export function TwoFactorSection({ state, actions: { busy, problem, begin }, show }: SectionProps) {
  const { isOn, since, recoveryCodesLeft } = state;
  const waitReason = useWaitReason(securityText.offline);
  const button = {
    variant: 'tonal',
    size: 'm',
    disabled: waitReason !== undefined,
    'aria-describedby': waitReason && 'two-factor-wait',
  } as const;
  return (
    <section className="stack-s" aria-labelledby="two-factor">
      <SectionHeading id="two-factor">{securityText.twoFactor}</SectionHeading>
      <p className="t-small t-2">{securityText.twoFactorHelp}</p>
      <RowList labelledBy="two-factor">
        <ListRow
          title={isOn ? securityText.isOn : securityText.isOff}
          leading={<PhoneIcon />}
          text={since ? securityText.since(formatDate(since)) : undefined}
          trailing={
            isOn ? (
              <Button {...button} variant="outline" onClick={() => show({ kind: 'stop' })}>
                {securityText.stop}
              </Button>
            ) : (
              <Button {...button} busy={busy === 'setUp' && securityText.settingUp} onClick={() => begin('setUp')}>
                {securityText.setUp}
              </Button>
            )
          }
        />
        {isOn && (
          <ListRow
            title={securityText.recoveryCodes}
            leading={<LockIcon />}
            text={securityText.codesLeft(recoveryCodesLeft)}
            trailing={
              <Button {...button} variant="outline" onClick={() => show({ kind: 'newCodes' })}>
                {securityText.newCodes}
              </Button>
            }
          />
        )}
      </RowList>
      {problem?.of === 'setUp' && (
        <Note tone="danger" role="alert">
          {problem.text}
        </Note>
      )}
      {waitReason && (
        <p id="two-factor-wait" className="t-small t-2">
          {waitReason}
        </p>
      )}
    </section>
  );
}
