import type { PaymentMethod } from '#contract/payments.ts';
import { paymentsText } from '#contract/text/payments.ts';
import { payText as text } from '#contract/text/subscriptions-pay.ts';
import { cardName } from './card-name.ts';
import { Button } from '#ui/buttons/button.tsx';
import { AddIcon, CardIcon } from '#ui/icons.ts';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';

export interface CardChoiceProps {
  /** Undefined while they are read. */
  cards: readonly PaymentMethod[] | undefined;
  chosenId: string | null;
  problem: string | undefined;
  onChoose: (cardId: string) => void;
  onAdd: () => void;
}

/** The card that is charged, or a new one. */
export function CardChoice({ cards, chosenId, problem, onChoose, onAdd }: CardChoiceProps) {
  if (cards === undefined) return <Skeleton shape="row" />;
  return (
    <div className="stack-s">
      <RadioGroup label={text.card} error={problem}>
        {cards.map((card) => (
          <RadioRow
            key={card.id}
            name="card"
            value={card.id}
            checked={card.id === chosenId}
            onChange={() => onChoose(card.id)}
            leading={<CardIcon />}
            label={cardName(card)}
            detail={card.errorCode ? paymentsText.failed : paymentsText.expires(card.expMonth, card.expYear)}
          />
        ))}
      </RadioGroup>
      <Button size="m" variant={cards.length === 0 ? 'tonal' : 'ghost'} icon={<AddIcon />} onClick={onAdd}>
        {cards.length === 0 ? text.addCard : text.otherCard}
      </Button>
    </div>
  );
}
