import { uploadEditText } from '#contract/text/upload.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CaptionsIcon, CutIcon } from '#ui/icons.ts';

/**
 * Opens the editors for a video or a sound that is still uploading, with the file on this device; what is edited waits for
 * the upload. Once the server has the file, the menu of the content offers them.
 */
export function EditWhileUploading({ job: { id, name, type, contentId, clips = [] } }: { job: StoredUploadJob }) {
  // Several clips become one file on the server: a player here would show the first one only.
  if (type === 'text' || contentId !== null || clips.length > 1) return null;
  return (
    <>
      {type === 'video' && (
        <Button
          variant="ghost"
          size="m"
          className="edit-while-uploading"
          icon={<CutIcon className="icon-s" />}
          href={`/video-editor?contentId=${id}&fileName=${encodeURIComponent(name)}`}
          aria-label={uploadEditText.editFor(name)}
        >
          {uploadEditText.edit}
        </Button>
      )}
      <Button
        variant="ghost"
        size="m"
        className="edit-while-uploading"
        icon={<CaptionsIcon className="icon-s" />}
        href={`/captions/${id}`}
        aria-label={uploadEditText.captionsFor(name)}
      >
        {uploadEditText.captions}
      </Button>
    </>
  );
}
