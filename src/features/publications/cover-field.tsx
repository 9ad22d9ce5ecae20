import { useEffect, useState } from 'react';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { OWN_PICTURE } from '#contract/publications-cover.ts';
import { commonText } from '#contract/text/common.ts';
import { publishText } from '#contract/text/publications.ts';
import { saveFile } from '#store/files.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CropField, type CroppedPicture } from '#ui/crop/crop-field.tsx';
import { RefreshIcon } from '#ui/icons.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { COVER, DEFAULT_COVERS, drawDefaultCover } from './default-covers.ts';
import { isStoredFile, ownCover, type CoverChoice, type StepProps } from './publish-plan.ts';

/** The cover: the content's own picture, an uploaded one, or a drawing of the sport. Source: PUB-026, PUB-049, D-124. */
export function CoverField({ draft, change, content, channel }: StepProps) {
  const { db } = useAccount();
  const coverUrl = useCoverUrl(draft.cover?.ref);
  const [round, setRound] = useState(0);
  const [drawn, setDrawn] = useState<DrawnCover>();
  const choose = (cover: CoverChoice) => change({ cover });

  const take = async ({ croppedBlob, originalBlob, dominantColour }: CroppedPicture) => {
    const [ref, originRef] = [await saveFile(db, croppedBlob), await saveFile(db, originalBlob)];
    choose({ ref, originRef, colour: dominantColour });
  };
  return (
    <CropField
      key={round}
      label={publishText.cover}
      help={publishText.coverHelp}
      least={COVER}
      smallPicture="warn"
      maxBytes={PICTURE_MAX_BYTES}
      currentUrl={coverUrl}
      onChange={(picture) => void take(picture)}
      overlay={
        draft.cover?.ref === OWN_PICTURE && <span className="publish__own-picture">{publishText.ownPicture}</span>
      }
      actions={
        <NextDefault
          cover={draft.cover}
          own={ownCover(content)}
          sport={channel?.sportId}
          drawn={drawn}
          onDrawn={setDrawn}
          onChoose={(cover) => {
            choose(cover);
            // A new key resets the file field where it holds an uploaded picture, the only cover with an original.
            if (draft.cover?.originRef) setRound(round + 1);
          }}
        />
      }
    />
  );
}

/** The drawing that was chosen last. */
interface DrawnCover {
  index: number;
  ref: string;
}

interface NextDefaultProps {
  cover: CoverChoice | null;
  /** The content's own picture; null if it has none. */
  own: CoverChoice | null;
  sport: string | undefined;
  drawn: DrawnCover | undefined;
  onDrawn: (drawn: DrawnCover) => void;
  onChoose: (cover: CoverChoice) => void;
}

/** Goes round the pictures that need no upload: the content's own, then the sport's drawings. */
function NextDefault({ cover, own, sport, drawn, onDrawn, onChoose }: NextDefaultProps) {
  const { db } = useAccount();
  const next = async () => {
    const isOwn = own !== null && cover?.ref === own.ref;
    const isDrawn = cover !== null && cover.ref === drawn?.ref;
    const index = isOwn ? 0 : isDrawn ? drawn.index + 1 : own ? -1 : 0;
    if (own && (index < 0 || index >= DEFAULT_COVERS)) return onChoose(own);
    try {
      const { croppedBlob, dominantColour } = await drawDefaultCover(sport, index % DEFAULT_COVERS);
      const ref = await saveFile(db, croppedBlob);
      onDrawn({ index: index % DEFAULT_COVERS, ref });
      onChoose({ ref, originRef: null, colour: dominantColour });
    } catch (error) {
      showToast({ text: commonText.loadFailed, kind: 'failure' });
      throw error;
    }
  };
  return (
    <Button variant="outline" size="m" icon={<RefreshIcon className="icon-s" />} onClick={() => void next()}>
      {publishText.nextDefault}
    </Button>
  );
}

/** Address of a cover: the server's, or an object URL of the file stored on this device. */
const useCoverUrl = (ref: string | undefined): string | undefined => {
  const { db } = useAccount();
  const [local, setLocal] = useState<{ ref: string; url: string }>();
  const isKept = ref !== undefined && isStoredFile(ref);
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
  if (isKept) return local?.ref === ref ? local?.url : undefined;
  return ref === OWN_PICTURE ? undefined : ref;
};
