import { useState, useSyncExternalStore } from 'react';
import { readBlocks } from '#contract/pages.ts';
import { commonText } from '#contract/text/common.ts';
import { menuText } from '#contract/text/frame-menu.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LazyDialog } from '#ui/overlays/lazy-overlays.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { installOffer, subscribeInstallOffer, takeInstallOffer } from './install-offer.ts';
import { useOnline } from './traffic.ts';
import { useAnswer } from '../data/use-answer.ts';
import './install-help.css';

type Phone = 'ios' | 'android';

/** How to put the app on a phone: the browser's own offer where there is one, a video and the steps. Source: HLP-002, HLP-003, D-174. */
export function InstallHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const offer = useSyncExternalStore(subscribeInstallOffer, installOffer);
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={menuText.installTitle}
      footer={
        offer ? (
          <Button
            onClick={() => {
              onClose();
              void takeInstallOffer();
            }}
          >
            {menuText.installNow}
          </Button>
        ) : (
          <Button variant="outline" onClick={onClose}>
            {commonText.close}
          </Button>
        )
      }
    >
      <InstallSteps />
    </LazyDialog>
  );
}

/** The steps also work offline; the video does not. */
function InstallSteps() {
  const [phone, setPhone] = useState<Phone>(/Android/.test(navigator.userAgent) ? 'android' : 'ios');
  const isOnline = useOnline();
  const { answer } = useAnswer(readBlocks, { pageName: 'app-videos' }, { isPublic: true });
  const media = answer?.items.find(({ id }) => id === phone)?.media;
  const video = media?.find(({ type }) => type === 'video');
  const poster = media?.find(({ type }) => type === 'thumbnail')?.thumbnail ?? undefined;
  const steps = phone === 'ios' ? menuText.installIos : menuText.installAndroid;
  return (
    <div className="install-help">
      <Segmented
        label={menuText.installPhone}
        value={phone}
        onChange={setPhone}
        options={[
          { value: 'ios', label: menuText.iosHeading },
          { value: 'android', label: menuText.androidHeading },
        ]}
      />
      {isOnline && video?.videoUrl && (
        // No captions: it has no sound, and the steps below are its text.
        <video
          key={phone}
          className="install-help__video"
          src={video.videoUrl}
          poster={poster}
          aria-label={video.title}
          width="480"
          height="560"
          preload="none"
          controls
          playsInline
          muted
        />
      )}
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
