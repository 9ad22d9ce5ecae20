import { useLive } from '#app/data/use-live.ts';
import { useStoredPicture } from '#app/data/use-stored-picture.ts';

interface PictureInput {
  id?: string;
  channelId?: string;
  logoImage?: string;
  coverImage?: string;
}

/** Object URLs of the logo and the cover that a channel gets once its last change has arrived; undefined for none. */
export const useWaitingPictures = (channelId: string): { logo: string | undefined; cover: string | undefined } => {
  const waiting = useLive(
    async (db) => {
      const entries = await db.outbox.where('state').anyOf('waiting', 'sent').sortBy('order');
      const inputs = entries
        .filter(({ call }) => call.startsWith('channels.'))
        .map(({ input }) => input as PictureInput)
        .filter((input) => (input.id ?? input.channelId) === channelId);
      return {
        logo: inputs.findLast(({ logoImage }) => logoImage !== undefined)?.logoImage,
        cover: inputs.findLast(({ coverImage }) => coverImage !== undefined)?.coverImage,
      };
    },
    [channelId],
  );
  return { logo: useStoredPicture(waiting?.logo), cover: useStoredPicture(waiting?.cover) };
};
