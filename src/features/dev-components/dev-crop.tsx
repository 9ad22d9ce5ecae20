import { useState } from 'react';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { CropField, type CroppedPicture } from '#ui/crop/crop-field.tsx';
import { ImageWithPlaceholder } from '#ui/pictures/image-with-placeholder.tsx';

const COVER = { width: 1372, height: 848 };
const CHANNEL = { width: 1372, height: 392 };
const LOGO = { width: 320, height: 320 };

export function DevCrop() {
  const [picture, setPicture] = useState<CroppedPicture>();
  return (
    <div className="dev-form">
      <CropField
        label="Cover picture"
        least={COVER}
        smallPicture="warn"
        maxBytes={PICTURE_MAX_BYTES}
        currentUrl="/art/football.svg"
        help="Best at 1372 x 848 px or larger."
        onChange={setPicture}
      />
      {picture && (
        <output className="dev-crop-result">{`${picture.croppedBlob.type} ${picture.croppedBlob.size} ${picture.originalBlob.size} ${picture.dominantColour}`}</output>
      )}
      <CropField
        label="Channel cover"
        least={CHANNEL}
        smallPicture="refuse"
        maxBytes={PICTURE_MAX_BYTES}
        onChange={setPicture}
      />
      <CropField
        label="Logo"
        least={LOGO}
        smallPicture="refuse"
        maxBytes={PICTURE_MAX_BYTES}
        round
        error="Choose a logo."
        onChange={setPicture}
      />
      <ImageWithPlaceholder
        src="/missing.jpg"
        fallbackSrc="/art/tennis.svg"
        alt=""
        ratio={1372 / 392}
        background="#1f5fae"
      />
    </div>
  );
}
