import type { Publication } from './rows.ts';

type Placed = Pick<Publication, 'id' | 'playlistPosition' | 'publishedAt'>;

const placeOf = ({ playlistPosition }: Placed): number => playlistPosition ?? Number.MAX_SAFE_INTEGER;

/** The contents of one playlist in the order in which they are shown and played, as the server puts them. */
export const inPlaylistOrder = <P extends Placed>(contents: readonly P[]): P[] =>
  contents.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      (a.publishedAt < b.publishedAt ? -1 : a.publishedAt > b.publishedAt ? 1 : a.id < b.id ? -1 : 1),
  );

/** The place after the last of these contents. */
export const placeAfter = (contents: readonly Placed[]): number =>
  contents.reduce((place, { playlistPosition }) => Math.max(place, (playlistPosition ?? -1) + 1), 0);
