import { DESCRIPTION_MAX, PUBLISHED_TITLE_MAX } from '#contract/limits.ts';
import { publishText } from '#contract/text/publications.ts';
import { Field } from '#ui/forms/field.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { CoverField } from './cover-field.tsx';
import { PlaylistPart } from './playlist-part.tsx';
import type { StepProps } from './publish-plan.ts';

const PRICES = ['member_only', 'free'] as const;

/** Cover, title, description, price and playlist. Source: PUB-049, PUB-050; D-124, D-128, D-129, D-131. */
export function DescriptionStep(props: StepProps) {
  const { draft, change } = props;
  return (
    <div className="publish__form">
      <CoverField {...props} />
      <Field
        label={publishText.contentTitle}
        value={draft.title}
        maxLength={PUBLISHED_TITLE_MAX}
        alwaysCounted
        autoComplete="off"
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextArea
        label={publishText.description}
        optional
        value={draft.description}
        maxLength={DESCRIPTION_MAX}
        onChange={({ target }) => change({ description: target.value })}
      />
      <RadioGroup label={publishText.price}>
        {PRICES.map((price) => (
          <RadioRow
            key={price}
            name="price"
            value={price}
            label={publishText.prices[price]}
            detail={publishText.priceHelp[price]}
            checked={draft.pricing === price}
            onChange={() => change({ pricing: price })}
          />
        ))}
      </RadioGroup>
      <PlaylistPart draft={draft} change={change} />
    </div>
  );
}
