import { useEffect, useRef, useState } from 'react';
import { cropText } from '#contract/text/ui-crop.ts';
import { isLargeEnough, type Area, type Box } from './crop-maths.ts';
import { cropPicture, isJpegOrPng, pictureSize, type CroppedPicture } from './crop-picture.ts';

interface Options {
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
 * The steps of choosing a picture: a file is checked, cropped, and passed to `onChange`.
 *
 * @returns `problem`: message about the last file, if it was refused. `previewUrl`: object URL of the cropped picture.
 */
export function usePickedPicture({ least, smallPicture, maxBytes, outputWidth, originalWidth, onChange }: Options) {
  const [picked, setPicked] = useState<Picked>();
  const [isCropping, setIsCropping] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [previewUrl, showPreview] = useObjectUrl();

  const pick = async ([file]: File[]) => {
    if (!file) return;
    const inspected = await inspect(file, least, smallPicture, maxBytes);
    setProblem(typeof inspected === 'string' ? inspected : undefined);
    if (typeof inspected === 'string') return;
    if (picked) URL.revokeObjectURL(picked.url);
    setPicked(inspected);
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

/** Checks a file before it is shown. Returns a message if the file is refused. */
async function inspect(
  file: File,
  least: Box,
  smallPicture: Options['smallPicture'],
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

/** Object URL of the latest blob; previous ones are revoked. */
function useObjectUrl(): [string | undefined, (blob: Blob) => void] {
  const [url, setUrl] = useState<string>();
  const currentUrl = useRef<string>(undefined);
  useEffect(
    () => () => {
      if (currentUrl.current) URL.revokeObjectURL(currentUrl.current);
    },
    [],
  );
  const show = (blob: Blob) => {
    if (currentUrl.current) URL.revokeObjectURL(currentUrl.current);
    currentUrl.current = URL.createObjectURL(blob);
    setUrl(currentUrl.current);
  };
  return [url, show];
}
