import type { CommunityCode } from '#contract/invites.ts';
import { communityCodesText as text, invitesText } from '#contract/text/invites.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { CopyIcon, LinkIcon, QrIcon, ShareIcon } from '#ui/icons.ts';
import { QrCode } from '#ui/pictures/qr-code.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { shareLink } from '#app/device/share-link.ts';
import { formatDate } from '#app/format/format.ts';
import { formatMoney } from '#app/format/money.ts';
import { codeText } from './code-text.ts';
import { usageText } from './usage-text.ts';
import { copyCode, copyInvite, linkOf } from './use-copy.ts';
import './invites.css';

interface CodeSheetProps {
  code: CommunityCode;
  open: boolean;
  onClose: () => void;
  isBusy: boolean;
  /** Why its status cannot be changed now. */
  waitReason: string | undefined;
  onStatus: (status: 'Active' | 'Suspended') => void;
}

/** All about a code, and its status: Active can be paused, Suspended activated, the others are read only. Source: INV-015…INV-019. */
export function CommunityCodeSheet({ code, open, onClose, isBusy, waitReason, onStatus }: CodeSheetProps) {
  const { codeValue, name, status, isPausedByOperator = false } = code;
  const isActive = status === 'Active';
  const isChangeable = isActive || (status === 'Suspended' && !isPausedByOperator);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={name}
      footer={
        isChangeable && (
          <>
            {waitReason && <p className="t-small t-2">{waitReason}</p>}
            <Button
              block
              variant={isActive ? 'outline' : 'primary'}
              busy={isBusy && text.changing}
              disabled={waitReason !== undefined}
              onClick={() => onStatus(isActive ? 'Suspended' : 'Active')}
            >
              {isActive ? text.pause : text.activate}
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        <p className="invites__code">{codeText(codeValue)}</p>
        <p>
          <Badge tone={isActive ? 'success' : 'plain'}>{text.statuses[status]}</Badge>
        </p>
        {status === 'Suspended' && isPausedByOperator && <p>{text.pausedByOperator}</p>}
        {isActive && <Ways codeValue={codeValue} />}
        <Facts code={code} />
      </div>
    </Sheet>
  );
}

/** How the code is given to others. */
function Ways({ codeValue }: { codeValue: string }) {
  return (
    <>
      <QrCode text={linkOf(codeValue)} label={invitesText.qrLabel(codeValue)} />
      <div className="stack-s">
        <Button block icon={<QrIcon />} href={`/invite-your-community/poster?code=${encodeURIComponent(codeValue)}`}>
          {text.poster}
        </Button>
        <Button block variant="outline" icon={<CopyIcon />} onClick={() => void copyCode(codeValue)}>
          {invitesText.copyCode}
        </Button>
        <Button block variant="outline" icon={<LinkIcon />} onClick={() => void copyInvite(codeValue)}>
          {invitesText.copyInvite}
        </Button>
        <Button
          block
          variant="outline"
          icon={<ShareIcon />}
          onClick={() => void shareLink(text.title, linkOf(codeValue))}
        >
          {invitesText.share}
        </Button>
      </div>
    </>
  );
}

const discountText = ({ discountAmountUnit, discountAmountValue }: CommunityCode): string => {
  if (discountAmountValue === 0) return text.noDiscount;
  return discountAmountUnit === 'percent' ? `${discountAmountValue}%` : formatMoney(discountAmountValue);
};

const earningText = ({ customerMarketingFeeUnit, customerMarketingFeeValue }: CommunityCode): string => {
  if (customerMarketingFeeUnit === null || customerMarketingFeeValue === null) return text.nothingEarned;
  return customerMarketingFeeUnit === 'percent'
    ? text.percentEarned(customerMarketingFeeValue)
    : text.amountEarned(formatMoney(customerMarketingFeeValue));
};

function Facts({ code }: { code: CommunityCode }) {
  const { type, durationInMonths, recipientType, startDate, expiryDate, creationDate } = code;
  const facts: readonly (readonly [string, string])[] = [
    [text.facts.type, text.types[type]],
    [text.facts.for, text.recipients[recipientType]],
    [text.facts.usage, usageText(code)],
    [text.facts.discount, discountText(code)],
    [text.facts.earning, earningText(code)],
    [text.facts.duration, text.months(durationInMonths)],
    [text.facts.start, startDate === null ? text.now : formatDate(startDate)],
    [text.facts.expiry, expiryDate === null ? text.always : formatDate(expiryDate)],
    [text.facts.created, formatDate(creationDate)],
  ];
  return (
    <dl className="invites__facts">
      {facts.map(([label, value]) => (
        <div key={label} className="invites__fact">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
