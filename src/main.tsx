import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { followActiveAccount } from '#app/data/account.ts';
import { reportError, reportUncaught } from '#app/frame/error-report.ts';
import { listenForInstallOffer } from '#app/device/install-offer.ts';
import { startNavigation } from '#app/navigation/start.ts';
import { answerMissingFiles } from '#app/frame/missing-file.ts';
import { followTheme } from '#app/device/theme.ts';
import { watchStorage } from '#app/device/storage-watch.ts';
import { resumeUploads } from '#app/data/unfinished-uploads.ts';
import { noteStart, startServiceWorker } from '#app/device/update.ts';
import { installOverlayHistory } from '#ui/overlays/overlay-history.ts';
import { createAppRouter } from './router.tsx';
import { deviceDatabase, mendAtOpening } from '#store/door.ts';
import { warmUp } from '#store/session.ts';
import { mendStored } from '#store/stored/mend.ts';
import './styles/base.css';

/** Signed out, no drain runs, so sign-outs that the server has not heard of are sent from here. */
const sendSignOuts = async () => {
  if ((await deviceDatabase.signOuts.count()) > 0) await (await import('#store/sign-out.ts')).sendPendingSignOuts();
};

noteStart();
mendAtOpening(mendStored(async () => (await import('#store/stored/mend-rows.ts')).mendRows));
// Opens the database while the router loads, and resumes uploads before the first screen is drawn.
void warmUp()
  .then((userId) => (userId === undefined ? sendSignOuts() : resumeUploads(userId)))
  .catch(() => {});
answerMissingFiles();
reportUncaught();
followActiveAccount();
listenForInstallOffer();
watchStorage();
followTheme();
// Before the router subscribes to the history: closing a sheet by Back must not navigate.
installOverlayHistory();
const router = createAppRouter();
startNavigation(router);
// The document's static content stays until the first page can replace it.
void router
  .load()
  .catch(reportError)
  .then(() => {
    const root = createRoot(document.getElementById('root')!);
    // In steps, between which a touch is answered.
    startTransition(() =>
      root.render(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      ),
    );
  });
startServiceWorker();
