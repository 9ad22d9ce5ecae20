import { useSyncExternalStore } from 'react';
import { appText } from '#contract/text/app.ts';
import { Button } from '#ui/button.tsx';
import { LazyDialog } from '#ui/lazy-overlays.tsx';
import { installOffer, subscribeInstallOffer, takeInstallOffer } from './install-offer.ts';

/** How to put the app on a phone: the browser's own offer where there is one, and the steps. Source: decisions D-174. */
export function InstallHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const offer = useSyncExternalStore(subscribeInstallOffer, installOffer);
  return (
    <LazyDialog
      open={open} onClose={onClose} title={appText.installTitle}
      footer={offer ? <Button onClick={() => { onClose(); void takeInstallOffer(); }}>{appText.installNow}</Button> : <Button variant="outline" onClick={onClose}>{appText.close}</Button>}
    >
      <h3>{appText.iosHeading}</h3>
      <ol>{appText.installIos.map((step) => <li key={step}>{step}</li>)}</ol>
      <h3>{appText.androidHeading}</h3>
      <ol>{appText.installAndroid.map((step) => <li key={step}>{step}</li>)}</ol>
    </LazyDialog>
  );
}
