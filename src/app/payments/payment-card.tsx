import type { ReactNode } from 'react';
import type { PaymentMethod } from '#contract/payments.ts';
import { paymentsText as text } from '#contract/text/payments.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { CheckIcon, ProblemIcon } from '#ui/icons.ts';
import { brandName } from './card-name.ts';
import './payments.css';

export interface PaymentCardProps {
  card: PaymentMethod;
  /** `RowMenu`. */
  menu?: ReactNode;
}

/** The bank asks for the person, so another card does not help. */
const NEEDS_PERSON = 'authentication_required';

/** A card: default, preferred, or with an error. Source: SUB-014, SUB-017. */
export function PaymentCard({ card, menu }: PaymentCardProps) {
  const { brand, last4, expMonth, expYear, isDefaultMethod, errorCode } = card;
  const variant = isDefaultMethod ? 'pay-card--preferred on-board' : errorCode && 'pay-card--failed';
  return (
    <li className={classNames('pay-card', variant)}>
      <div className="between">
        <span className="pay-card__marks">
          <span className="pay-card__brand">{brandName(brand)}</span>
          {isDefaultMethod && (
            <Badge tone="signal" icon={<CheckIcon className="icon-xs" />}>
              {text.preferred}
            </Badge>
          )}
        </span>
        {menu}
      </div>
      <div className="pay-card__facts num">
        <span className="pay-card__number">{text.dots(last4)}</span>
        <span className="t-small t-2">{text.expires(expMonth, expYear)}</span>
      </div>
      {errorCode && (
        <p className="pay-card__problem">
          <ProblemIcon className="icon-s" aria-hidden="true" />
          <span>
            {errorCode === NEEDS_PERSON ? text.needsYou : text.failed}{' '}
            {errorCode === NEEDS_PERSON && <a href="/invoice-history">{text.openInvoices}</a>}
          </span>
        </p>
      )}
    </li>
  );
}

/** A way to pay that is not offered yet. Source: SUB-015. */
export function ComingSoonCard({ name }: { name: string }) {
  return (
    <li className="pay-card pay-card--off">
      <div className="between">
        <span className="t-strong">{name}</span>
        <Badge>{text.comingSoon}</Badge>
      </div>
    </li>
  );
}
