import type { Subscription } from '#contract/rows.ts';
import { subscriptionsText as text } from '#contract/text/subscriptions.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button, type ButtonVariant } from '#ui/buttons/button.tsx';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { ProblemIcon } from '#ui/icons.ts';
import { payAddress, sportAddress } from '#app/navigation/sport-address.ts';
import type { SubscriptionAction, SubscriptionView } from './subscription-view.ts';
import './subscriptions.css';

const FROM = 'learner-subscriptions';
/** Actions that are asked about on the page; the others lead to another page. */
export type AskedAction = Extract<SubscriptionAction, 'cancel' | 'leave' | 'again'>;

interface Look {
  label: string;
  /** Names the sport too. */
  name: (sport: string) => string;
  variant: ButtonVariant;
  href?: (row: Subscription) => string;
}

/** Where a person agrees to a price, or chooses roles in a sport that costs nothing. */
const wayIn = ({ sportId, sportType }: Pick<Subscription, 'sportId' | 'sportType'>): string =>
  sportType === 'Launched' ? payAddress(sportId, FROM) : `/sport-subscribe-current-role?sport=${sportId}&from=${FROM}`;

const LOOKS: Readonly<Record<SubscriptionAction, Look>> = {
  cancel: { label: text.cancel, name: text.cancelOf, variant: 'outline' },
  leave: { label: text.leaveShort, name: text.leave, variant: 'outline' },
  again: { label: text.again, name: text.againOf, variant: 'tonal' },
  subscribe: { label: text.again, name: text.againOf, variant: 'tonal', href: wayIn },
  upgrade: { label: text.upgrade, name: text.upgradeOf, variant: 'primary', href: wayIn },
  updateCard: {
    label: text.updateCard,
    name: () => text.updateCard,
    variant: 'primary',
    href: () => '/payment-methods',
  },
};

export interface SubscriptionCardProps {
  row: Subscription;
  view: SubscriptionView;
  /** What is asked about needs the network, and there is none. */
  mustWait: boolean;
  onAsk: (action: AskedAction) => void;
}

/** One subscription: its state, what that means, and what can be done. Source: SUB-036…SUB-038, SUB-042…SUB-044. */
export function SubscriptionCard({ row, view, mustWait, onAsk }: SubscriptionCardProps) {
  return (
    <li className="card card--flush subscription">
      <div className="subscription__head">
        <ChannelLogo sport={row.sportId} />
        <div className="grow">
          <div className="subscription__title">
            <h2 className="t-h3">
              <a className="subscription__open" href={sportAddress({ id: row.sportId, name: row.sportName })}>
                {row.sportName}
              </a>
            </h2>
            <Badge tone={view.tone} icon={view.tone === 'danger' && <ProblemIcon className="icon-xs" />}>
              {view.badge}
            </Badge>
          </div>
          {view.says && <p className="t-small t-2">{view.says}</p>}
        </div>
      </div>
      {view.actions.length > 0 && (
        <div className="subscription__actions">
          {view.actions.map((action) => {
            const { label, name, variant, href } = LOOKS[action];
            return (
              <Button
                key={action}
                size="m"
                variant={variant}
                aria-label={name(row.sportName)}
                href={href?.(row)}
                disabled={href === undefined && mustWait}
                onClick={href ? undefined : () => onAsk(action as AskedAction)}
              >
                {label}
              </Button>
            );
          })}
        </div>
      )}
    </li>
  );
}
