import { writeFile } from 'node:fs/promises';
import { DEMO_CHANNELS } from './channels.ts';
import { firstPageSvg, writePdf, type DemoPdf } from './pdf.ts';
import { PDF_PAGES } from './pdf-texts.ts';
import { posterOf } from './art/scenes.ts';
import { makeFilm } from './film/make-film.ts';
import type { DemoItem } from './items.ts';
import { DEMO_ORGANIZATION } from './people.ts';

const channelOf = (item: DemoItem) => DEMO_CHANNELS.find(({ key }) => key === item.channel);
/** The sport of an item; of those on no channel, that of their owner's first channel. */
const sportOf = (item: DemoItem): string =>
  (channelOf(item) ?? DEMO_CHANNELS.find(({ owner }) => owner === item.owner))?.sport ?? 'soccer';

const pdfOf = (item: DemoItem): DemoPdf => ({
  key: item.key,
  sport: sportOf(item),
  from: channelOf(item)?.name ?? 'Sideline',
  pages: PDF_PAGES[item.key] ?? [[item.title]],
});

/** Makes the original of an item: a film of its drill, somebody's talk, or a PDF. */
export const makeOriginal = async (ffmpegPath: string, item: DemoItem, file: string): Promise<void> => {
  const { key, title, type, seconds = 10 } = item;
  if (type === 'text') return writeFile(file, writePdf(pdfOf(item)));
  return makeFilm({ ffmpegPath, item: { key, title, type, seconds }, sport: sportOf(item), file });
};

/** The picture of an item until the encoder has made its own: a frame of the film, the speaker, the first page. */
export const posterSvg = (item: DemoItem): string =>
  item.type === 'text'
    ? firstPageSvg(pdfOf(item))
    : posterOf(item, { sport: sportOf(item), host: DEMO_ORGANIZATION.owner });
