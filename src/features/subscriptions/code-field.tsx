import { useState } from 'react';
import { listDiscounts } from '#contract/discounts.ts';
import { payText as text } from '#contract/text/subscriptions-pay.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { TagIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { discountWorth } from './price-lines.ts';
import type { ReviewPageProps } from './review-page.tsx';
import type { Discount } from './subscribe-form.ts';

/** The code of a discount: typed, or one of those that the person was given. Source: SUB-055…SUB-057, SUB-101. */
export function CodeField({ sport, context, isChecking, isQuoting, send }: ReviewPageProps) {
  const { discount, problem } = context;
  const [typed, setTyped] = useState(context.code);
  const offers = useAnswer(listDiscounts, { sportId: sport.id });
  const mustWait = useWaitReason() !== undefined;
  if (discount)
    return (
      <div className="between">
        <Badge tone="success" icon={<TagIcon className="icon-xs" />}>
          {text.applied(discount.code, discountWorth(discount))}
        </Badge>
        <Button
          size="m"
          variant="ghost"
          disabled={isQuoting || mustWait}
          onClick={() => {
            setTyped('');
            send({ type: 'remove code' });
          }}
        >
          {text.remove}
        </Button>
      </div>
    );
  return (
    <div className="stack-s">
      <div className="code-field">
        <Field
          label={text.code}
          optional
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          help={text.codeHelp}
          error={problem?.place === 'code' ? problem.message : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            send({ type: 'type code', code: event.target.value });
          }}
        />
        <Button
          className="code-field__button"
          variant="outline"
          busy={isChecking && text.applying}
          disabled={typed.trim() === '' || isQuoting || mustWait}
          onClick={() => send({ type: 'apply code' })}
        >
          {text.apply}
        </Button>
      </div>
      <Offers
        offers={offers.answer?.results ?? []}
        mustWait={isChecking || isQuoting || mustWait}
        onApply={(code) => send({ type: 'apply code', code })}
      />
    </div>
  );
}

interface OffersProps {
  offers: readonly Discount[];
  mustWait: boolean;
  onApply: (code: string) => void;
}

/** Codes that the person was given. */
function Offers({ offers, mustWait, onApply }: OffersProps) {
  if (offers.length === 0) return null;
  return (
    <RowList label={text.offers}>
      {offers.map((offer) => (
        <ListRow
          key={offer.code}
          leading={<TagIcon />}
          title={offer.code}
          text={discountWorth(offer)}
          trailing={
            <Button
              size="m"
              variant="tonal"
              aria-label={text.use(offer.code)}
              disabled={mustWait}
              onClick={() => onApply(offer.code)}
            >
              {text.apply}
            </Button>
          }
        />
      ))}
    </RowList>
  );
}
