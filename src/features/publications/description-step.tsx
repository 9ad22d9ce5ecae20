import { useEffect, useState } from 'react';
import { DESCRIPTION_MAX, PICTURE_MAX_BYTES, PUBLISHED_TITLE_MAX } from '#contract/limits.ts';
import { publishText } from '#contract/text/publications.ts';
import { saveFile } from '#store/files.ts';
import { Button } from '#ui/button.tsx';
import { CropField, type CroppedPicture } from '#ui/crop-field.tsx';
import { Field } from '#ui/field.tsx';
import { RadioGroup, RadioRow } from '#ui/radio-row.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useAccount } from '#app/data/account.ts';
import { freshDraft, type StepProps } from './publish-plan.ts';

/** Size of a cover, px. Source: PUB-026, D-124. */
const COVER = { width: 1372, height: 848 };
const PRICES = ['member_only', 'free'] as const;

/** Cover, title, description and price. Source: PUB-049, PUB-050; D-124, D-129, D-131. */
export function DescriptionStep({ draft, change, content }: StepProps) {
  const { db } = useAccount();
  const coverUrl = useCoverUrl(draft.cover?.ref);
  const own = freshDraft(content, null).cover;
  const [round, setRound] = useState(0);

  const take = async ({ croppedBlob, originalBlob, dominantColour }: CroppedPicture) => {
    const [ref, originRef] = [await saveFile(db, croppedBlob), await saveFile(db, originalBlob)];
    change({ cover: { ref, originRef, colour: dominantColour } });
  };
  const useOwn = () => {
    change({ cover: own });
    // A new key resets the file field, which still holds the old picture.
    setRound(round + 1);
  };
  return (
    <div className="publish__form">
      <CropField
        key={round}
        label={publishText.cover}
        help={publishText.coverHelp}
        least={COVER}
        smallPicture="warn"
        maxBytes={PICTURE_MAX_BYTES}
        currentUrl={coverUrl}
        onChange={(picture) => void take(picture)}
        actions={
          own &&
          draft.cover?.ref !== own.ref && (
            <Button variant="outline" size="m" onClick={useOwn}>
              {publishText.usePoster}
            </Button>
          )
        }
      />
      <Field
        label={publishText.contentTitle}
        value={draft.title}
        maxLength={PUBLISHED_TITLE_MAX}
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
    </div>
  );
}

/** Address of a cover: the server's, or an object URL of the file stored on this device. */
const useCoverUrl = (ref: string | undefined): string | undefined => {
  const { db } = useAccount();
  const [local, setLocal] = useState<{ ref: string; url: string }>();
  const isKept = ref !== undefined && !ref.startsWith('/');
  useEffect(() => {
    if (!isKept) return;
    let url: string | undefined;
    let isLeft = false;
    void db.files.get(ref).then((file) => {
      if (!file || isLeft) return;
      url = URL.createObjectURL(file.blob);
      setLocal({ ref, url });
    });
    return () => {
      isLeft = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [db, ref, isKept]);
  return isKept ? (local?.ref === ref ? local?.url : undefined) : ref;
};
