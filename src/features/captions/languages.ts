import { captionsText } from '#contract/text/captions.ts';
import { languageName } from '#app/data/captions.ts';
import type { CaptionsDraft } from './captions-draft.ts';

/** Languages that captions are offered in, besides those that there are already. */
const OFFERED =
  'ar bg ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv sw th tr uk ur vi zh'.split(
    ' ',
  );

/** The language of the browser, where it is offered. */
export const ownLanguage = (): string => {
  const language = navigator.language.split('-')[0]!;
  return OFFERED.includes(language) ? language : 'en';
};

/** The choices of the language: those with captions first, then the others by their names. */
export const languageOptions = ({ tracks, language }: CaptionsDraft) => {
  const counts = new Map(tracks.map((track) => [track.language, track.cues.length]));
  const codes = [...new Set([...counts.keys(), language, ...OFFERED])];
  return codes
    .map((code) => ({ value: code, name: languageName(code), count: counts.get(code) ?? 0 }))
    .toSorted((a, b) => Number(b.count > 0) - Number(a.count > 0) || a.name.localeCompare(b.name))
    .map(({ value, name, count }) => ({ value, label: captionsText.languageOption(name, count) }));
};
