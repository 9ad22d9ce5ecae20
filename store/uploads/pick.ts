import { UPLOAD_FILES_MAX, UPLOAD_FOLDER_FILES_MAX } from '#contract/limits.ts';
import type { ContentType } from '#contract/rows.ts';
import { uploadText } from '#contract/text/upload.ts';
import { kindOf, looksLike } from './kinds.ts';

export interface SizeLimit {
  value: number;
  unit: string;
}
export interface PickRules {
  /** Server variables MAX_VIDEO_AND_AUDIO_CONTENT_SIZE and MAX_TEXT_CONTENT_SIZE. */
  limits: { media: SizeLimit; text: SizeLimit };
  /** File names in the Library. */
  names?: readonly string[];
  /** Files of whole folders: more of them, and a file that is too large does not hold up those after it. */
  ofFolders?: boolean;
  /** The only allowed kind, where the screen takes one kind. */
  only?: ContentType;
}

export type PickProblemCode = 'upload.too_many' | 'upload.wrong_type' | 'upload.too_large' | 'upload.unreadable';
export interface PickProblem {
  code: PickProblemCode;
  message: string;
  /** The name of the file; null if the problem concerns all of them. */
  name: string | null;
}
export interface PickedFile {
  file: File;
  type: ContentType;
  /** The name `x (n)` that the server will choose, as far as this device knows; null if its own is free. */
  copyName: string | null;
}
export interface Picked {
  accepted: PickedFile[];
  problems: PickProblem[];
}

/** Units of the limits are decimal. Source: D-17. */
const UNIT: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };
/** A limit in bytes. */
export const bytesOf = ({ value, unit }: SizeLimit): number => value * (UNIT[unit.toUpperCase()] ?? 1e6);

const refuseAll = (code: PickProblemCode, message: string): Picked => ({
  accepted: [],
  problems: [{ code, message, name: null }],
});

/** The message if these are too many files at a time. Source: UPL-027, UPL-028, decision 0041. */
export const tooManyOf = (count: number, ofFolders = false): string | undefined => {
  if (ofFolders)
    return count > UPLOAD_FOLDER_FILES_MAX ? uploadText.tooManyInFolders(UPLOAD_FOLDER_FILES_MAX) : undefined;
  return count > UPLOAD_FILES_MAX ? uploadText.tooMany(UPLOAD_FILES_MAX) : undefined;
};

/** Whether files are larger than the free storage of the plan. @param freeBytes Infinity if unknown. Source: UPL-029, D-118. */
export const exceedsRoom = (files: readonly Pick<PickedFile, 'file'>[], freeBytes: number): boolean =>
  files.reduce((sum, { file }) => sum + file.size, 0) > freeBytes;

/**
 * Decides which of the picked files may be uploaded. Too many files: none. A file of another kind is skipped. The first oversize file and all after it are skipped.
 *
 * Source: UPL-027…UPL-037, D-118, D-120.
 */
export const checkPicked = async (files: readonly File[], rules: PickRules): Promise<Picked> => {
  const tooMany = tooManyOf(files.length, rules.ofFolders);
  if (tooMany) return refuseAll('upload.too_many', tooMany);
  const picked: Picked = { accepted: [], problems: [] };
  const taken = new Set((rules.names ?? []).map((name) => name.toLowerCase()));
  for (const file of files) {
    const problem = await checkOne(file, rules);
    if (problem) picked.problems.push(problem);
    else picked.accepted.push({ file, type: kindOf(file.name)!, copyName: takeName(file.name, taken) });
    if (problem?.code === 'upload.too_large' && !rules.ofFolders) break;
  }
  return picked;
};

const checkOne = async (file: File, { limits, only }: PickRules): Promise<PickProblem | undefined> => {
  const { name } = file;
  const kind = kindOf(name);
  const wrongType = (type: ContentType): PickProblem => ({
    code: 'upload.wrong_type',
    message: uploadText.wrongType(name, type),
    name,
  });
  if (!kind || (only && kind !== only)) return wrongType(only ?? 'video');
  const limit = kind === 'text' ? limits.text : limits.media;
  if (file.size > bytesOf(limit))
    return { code: 'upload.too_large', message: uploadText.tooLarge(name, limit.value, limit.unit), name };
  try {
    return (await looksLike(kind, file)) ? undefined : wrongType(kind);
  } catch {
    return { code: 'upload.unreadable', message: uploadText.unreadable, name };
  }
};

/** Finds the smallest free `name (n)`, as the server will, and adds it to `taken`; null if the name itself is free. Source: D-47. */
const takeName = (name: string, taken: Set<string>): string | null => {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let candidate = name;
  for (let n = 1; taken.has(candidate.toLowerCase()); n += 1) candidate = `${stem} (${n})${extension}`;
  taken.add(candidate.toLowerCase());
  return candidate === name ? null : candidate;
};
