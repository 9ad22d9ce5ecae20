import { ENCODING } from '#contract/encoding.ts';
import { placedAfter } from '#contract/placed-after.ts';
import { registerEffects } from '../outbox/actions.ts';
import type { LocalChange } from '../outbox/local-change.ts';
import { removeContents } from './remove-contents.ts';

/** The name, or that of a copy with the smallest free number, as the server chooses it. */
const freeName = async (change: LocalChange, scope: string, stem: string, extension: string): Promise<string> => {
  const taken = new Set((await change.list('contents', scope)).map(({ filename }) => filename.toLowerCase()));
  for (let number = 0; ; number += 1) {
    const name = `${stem}${number === 0 ? '' : ` (${number})`}${extension}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
};

const extensionOf = (filename: string): string => /\.[^.]+$/.exec(filename)?.[0] ?? '';

const stemOf = (filename: string): string => filename.slice(0, filename.length - extensionOf(filename).length);

const inFolder = async (change: LocalChange, scope: string, folderId: string) =>
  (await change.list('contents', scope)).filter((content) => content.folderId === folderId);

registerEffects('library', {
  'library.createFolder': (change, { id, title }, { scope, queuedAt }) =>
    change.put('folders', { id, scope, title: title.trim(), createdAt: queuedAt }),
  'library.editFolder': (change, { folderId, title }) => change.patch('folders', folderId, { title: title.trim() }),
  'library.deleteFolder': async (change, { folderId }, { scope }) => {
    for (const content of await inFolder(change, scope, folderId))
      await change.patch('contents', content.id, { folderId: null });
    await change.remove('folders', folderId);
  },
  'library.moveContents': async (change, { folderId, contentIds }) => {
    for (const id of contentIds) await change.patch('contents', id, { folderId });
  },
  'library.moveAll': async (change, { folderId, destinationFolderId }, { scope }) => {
    for (const content of await inFolder(change, scope, folderId))
      await change.patch('contents', content.id, { folderId: destinationFolderId });
  },
  'library.deleteFolderContents': async (change, { folderId }, { scope }) =>
    removeContents(
      change,
      (await inFolder(change, scope, folderId)).map((content) => content.id),
    ),
  'library.renameContent': async (change, { id, filename }) => {
    const content = await change.get('contents', id);
    if (content)
      await change.patch('contents', id, {
        filename: filename.trim() + extensionOf(content.filename),
        title: filename.trim(),
      });
  },
  'library.trimContent': async (change, { id, mode, copyId, startMs, endMs }, { scope, queuedAt }) => {
    const original = await change.get('contents', id);
    if (!original) return;
    if (mode === 'replace')
      return change.patch('contents', id, { trim: { status: ENCODING.queued, progress: 0, reason: null } });
    const filename = await freeName(change, scope, stemOf(original.filename), '.mp4');
    const seconds = (Number(endMs) - Number(startMs)) / 1000;
    await change.put('contents', {
      ...original,
      id: copyId,
      contentId: copyId,
      filename,
      title: stemOf(filename),
      createdAt: queuedAt,
      duration: seconds,
      originFileSize: Math.ceil(original.originFileSize * Math.min(1, seconds / (original.duration ?? seconds))),
      active: false,
      approved: false,
      encodingStatus: ENCODING.queued,
      encodingProgress: 0,
      reviewStatus: 'waiting',
      reviewReason: null,
      trim: null,
      isPublished: false,
      category: null,
      published: null,
    });
  },
  'library.cancelTrim': (change, { id }) => change.patch('contents', id, { trim: null }),
  'library.deleteContent': (change, { id }) => removeContents(change, [id]),
  'library.deleteContents': (change, { items }) =>
    removeContents(
      change,
      items.map((item) => item.id),
    ),
  'library.createTagProfile': async (change, { id, title, tagProfileItems, sportName }, { scope }) => {
    const position = (await change.list('tagProfiles', scope)).length;
    await change.put('tagProfiles', {
      id,
      scope,
      title: title.trim(),
      tagProfileItems: tagProfileItems as never,
      sportName: sportName ?? null,
      position,
    });
  },
  'library.editTagProfile': (change, { id, title, tagProfileItems, sportName }) =>
    change.patch('tagProfiles', id, {
      title: title.trim(),
      tagProfileItems: tagProfileItems as never,
      sportName: sportName ?? null,
    }),
  'library.deleteTagProfile': (change, { id }) => change.remove('tagProfiles', id),
  'library.moveTagProfile': async (change, { id, afterId }, { scope }) => {
    const groups = (await change.list('tagProfiles', scope)).toSorted((a, b) => a.position - b.position);
    const places = new Map(groups.map((group) => [group.id, group.position]));
    for (const [position, groupId] of placedAfter([...places.keys()], id, afterId).entries())
      if (places.get(groupId) !== position) await change.patch('tagProfiles', groupId, { position });
  },
  'library.reorderTagProfiles': async (change, { ids }) => {
    for (const [position, id] of ids.entries()) await change.patch('tagProfiles', id, { position });
  },
});
