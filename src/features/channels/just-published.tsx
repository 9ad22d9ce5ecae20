import { channelText } from '#contract/text/channels-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { PlayIcon, ShareIcon } from '#ui/icons.ts';
import { Note } from '#ui/states/note.tsx';
import { shareLink } from '#app/device/share-link.ts';
import { useOwnRow } from '#app/data/use-own-rows.ts';

/**
 * The next step after publishing: see it, share its link. Shown once the publication is live, since before that its link
 * opens for nobody; until then it is in the list of what is not live yet.
 */
export function JustPublished({ publicationId }: { publicationId: string }) {
  const publication = useOwnRow((db) => db.publications.get(publicationId), [publicationId]);
  if (!publication?.isLive || publication.isDeleted) return null;
  const { id, channelId, title } = publication;
  const address = `/watch-channel?content=${id}&channelId=${channelId}`;
  return (
    <Note
      tone="success"
      role="status"
      className="channel-page__published"
      action={
        <span className="channel-page__next">
          <Button size="m" icon={<ShareIcon className="icon-s" />} onClick={() => void shareLink(title, address)}>
            {channelText.shareLink}
          </Button>
          <Button variant="outline" size="m" icon={<PlayIcon className="icon-s" />} href={address}>
            {channelText.seeIt}
          </Button>
        </span>
      }
    >
      {channelText.isLive(title)}
    </Note>
  );
}
