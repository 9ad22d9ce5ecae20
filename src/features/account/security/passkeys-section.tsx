import type { OutputOf } from '#contract/call.ts';
import type { readSecurity } from '#contract/account.ts';
import { securityText } from '#contract/text/account-security.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DeleteIcon, EditIcon, PasskeyIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatDate, formatWhen } from '#app/format/format.ts';
import type { SecurityDialog } from './security-dialog.tsx';
import type { SecurityActions } from './use-security-actions.ts';

export type PasskeyRow = OutputOf<typeof readSecurity>['passkeys'][number];

interface SectionProps {
  passkeys: readonly PasskeyRow[];
  actions: SecurityActions;
  show: (dialog: SecurityDialog) => void;
}

export function PasskeysSection({ passkeys, actions: { busy, problem, begin }, show }: SectionProps) {
  const waitReason = useWaitReason(securityText.offline);
  const hasPasskeys = 'PublicKeyCredential' in globalThis;
  return (
    <section className="stack-s" aria-labelledby="passkeys">
      <SectionHeading id="passkeys">{securityText.passkeys}</SectionHeading>
      <p className="t-small t-2">{securityText.passkeysHelp}</p>
      {passkeys.length === 0 ? (
        <p>{securityText.noPasskeys}</p>
      ) : (
        <RowList labelledBy="passkeys">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} {...{ passkey, waitReason, show }} />
          ))}
        </RowList>
      )}
      {problem?.of === 'addPasskey' && (
        <Note tone="danger" role="alert">
          {problem.text}
        </Note>
      )}
      {hasPasskeys ? (
        <Button
          className="security__action"
          variant="tonal"
          size="m"
          busy={busy === 'addPasskey' && securityText.adding}
          disabled={waitReason !== undefined}
          aria-describedby={waitReason && 'passkeys-wait'}
          onClick={() => begin('addPasskey')}
        >
          {securityText.add}
        </Button>
      ) : (
        <Note>{securityText.notHere}</Note>
      )}
      {waitReason && (
        <p id="passkeys-wait" className="t-small t-2">
          {waitReason}
        </p>
      )}
    </section>
  );
}

interface ItemProps {
  passkey: PasskeyRow;
  /** Why it cannot be changed now. */
  waitReason: string | undefined;
  show: (dialog: SecurityDialog) => void;
}

function PasskeyItem({ passkey, waitReason, show }: ItemProps) {
  const { name, createdAt, usedAt } = passkey;
  const wait = { disabled: waitReason !== undefined, help: waitReason };
  return (
    <ListRow
      title={name}
      leading={<PasskeyIcon />}
      text={usedAt ? securityText.usedAt(formatWhen(usedAt)) : securityText.neverUsed}
      time={securityText.addedAt(formatDate(createdAt))}
      trailing={
        <RowMenu
          name={name}
          items={[
            {
              label: securityText.rename,
              icon: <EditIcon />,
              ...wait,
              onSelect: () => show({ kind: 'rename', passkey }),
            },
            {
              label: securityText.delete,
              icon: <DeleteIcon />,
              danger: true,
              ...wait,
              onSelect: () => show({ kind: 'delete', passkey }),
            },
          ]}
        />
      }
    />
  );
}
