/// <reference lib="webworker" />
import { claimClients } from './update.ts';
import { listenToMessages } from './messages.ts';
import { openNotifications } from './notification-click.ts';
import { setUpPictures } from './pictures.ts';
import { passServerCalls } from './server-calls.ts';
import { setUpPrecache, type ManifestEntry } from './precache.ts';
import { showPushes } from './push.ts';
import { takeShares } from './share.ts';
import { listenToSync } from './sync.ts';
import { mendAtOpening } from '#store/door.ts';
import { mendRows } from '#store/stored/mend-rows.ts';
import { mendStored } from '#store/stored/mend.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: ManifestEntry[] };

const precache = setUpPrecache(self.__WB_MANIFEST);
mendAtOpening(mendStored(async () => mendRows));
setUpPictures();
passServerCalls();
claimClients();
listenToMessages(precache);
listenToSync();
takeShares();
showPushes();
openNotifications();
