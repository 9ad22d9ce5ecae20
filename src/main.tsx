import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { followActiveAccount } from '#app/data/account.ts';
import { reportError, reportUncaught } from '#app/frame/error-report.ts';
import { listenForInstallOffer } from '#app/device/install-offer.ts';
import { followLinks } from '#app/navigation/links.ts';
import { answerMissingFiles } from '#app/frame/missing-file.ts';
import { watchStorage } from '#app/device/storage-watch.ts';
import { resumeUnfinished } from '#app/data/unfinished-uploads.ts';
import { noteStart, startServiceWorker } from '#app/device/update.ts';
import { installOverlayHistory } from '#ui/overlay-history.ts';
import { createAppRouter } from './router.tsx';
import { warmUp } from '#store/session.ts';
import './styles/base.css';

noteStart();
// The database opens while the router works out what to show, and uploads go on before the first screen stands.
void warmUp()
  .then((userId) => (userId === undefined ? undefined : resumeUnfinished(userId)))
  .catch(() => {});
answerMissingFiles();
reportUncaught();
followActiveAccount();
listenForInstallOffer();
watchStorage();
// Before the router listens: closing a sheet by Back is no navigation.
installOverlayHistory();
const router = createAppRouter();
followLinks(router);
// What the document shows stays until the first page can be drawn in its place.
void router
  .load()
  .catch(reportError)
  .then(() => {
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
startServiceWorker();
