import { useEffect, useRef, useState } from 'react';
import { cropText } from '#contract/text/ui-crop.ts';
import { isLargeEnough, type Area, type Box } from './crop-maths.ts';
import { cropPicture, isJpegOrPng, pictureSize, type CroppedPicture } from './crop-picture.ts';

interface Wanted {
  least: Box;
  /** A smaller picture is refused, or taken with a warning. Source: D-124. */
  smallPicture: 'refuse' | 'warn';
  /** Largest file, bytes. */
  maxBytes: number;
  /** Widest cropped result, px. */
  outputWidth: number;
  /** Widest original, px. */
  originalWidth: number;
  onChange: (picture: CroppedPicture) => void;
}

interface Picked {
  url: string;
  size: Box;
  warning?: string | undefined;
}

/**
 * The steps of choosing a picture: a file is checked, cropped, and handed on.
 *
 * @returns `problem`: what is wrong with the last file, in words. `previewUrl`: address of the cropped picture.
 */
export function usePickedPicture({ least, smallPicture, maxBytes, outputWidth, originalWidth, onChange }: Wanted) {
  const [picked, setPicked] = useState<Picked>();
  const [isCropping, setIsCropping] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [previewUrl, showPreview] = useObjectUrl();

  const pick = async ([file]: File[]) => {
    if (!file) return;
    const answer = await inspect(file, least, smallPicture, maxBytes);
    setProblem(typeof answer === 'string' ? answer : undefined);
    if (typeof answer === 'string') return;
    if (picked) URL.revokeObjectURL(picked.url);
    setPicked(answer);
    setIsCropping(true);
  };

  const finish = async (area: Area) => {
    setIsBusy(true);
    try {
      const picture = await cropPicture(picked!.url, area, outputWidth, originalWidth);
      showPreview(picture.croppedBlob);
      setIsCropping(false);
      onChange(picture);
    } catch {
      setProblem(cropText.unreadable);
      setIsCropping(false);
    } finally {
      setIsBusy(false);
    }
  };

  return {
    picked,
    problem,
    previewUrl,
    isCropping,
    isBusy,
    pick,
    finish,
    cropAgain: () => setIsCropping(true),
    leave: () => setIsCropping(false),
  };
}

/** Looks at a file before it is shown. Answers the words of what is wrong with it. */
async function inspect(
  file: File,
  least: Box,
  smallPicture: Wanted['smallPicture'],
  maxBytes: number,
): Promise<Picked | string> {
  if (!(await isJpegOrPng(file))) return cropText.type;
  if (file.size > maxBytes) return cropText.bytes(Math.round(maxBytes / 1_000_000));
  const url = URL.createObjectURL(file);
  try {
    const size = await pictureSize(url);
    if (isLargeEnough(size, least)) return { url, size };
    const sizes = [size.width, size.height, least.width, least.height] as const;
    if (smallPicture === 'warn') return { url, size, warning: cropText.tooSmallWarning(...sizes) };
    URL.revokeObjectURL(url);
    return cropText.tooSmall(...sizes);
  } catch {
    URL.revokeObjectURL(url);
    return cropText.unreadable;
  }
}

/** Address of the newest blob; old ones are let go. */
function useObjectUrl(): [string | undefined, (blob: Blob) => void] {
  const [url, setUrl] = useState<string>();
  const made = useRef<string>(undefined);
  useEffect(
    () => () => {
      if (made.current) URL.revokeObjectURL(made.current);
    },
    [],
  );
  const show = (blob: Blob) => {
    if (made.current) URL.revokeObjectURL(made.current);
    made.current = URL.createObjectURL(blob);
    setUrl(made.current);
  };
  return [url, show];
}
