/// <reference lib="webworker" />
import { claimClients } from './update.ts';
import { forwardEvents } from './events.ts';
import { listenToMessages } from './messages.ts';
import { setUpPictures } from './pictures.ts';
import { passServerCalls } from './server-calls.ts';
import { setUpPrecache, type ManifestEntry } from './precache.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: ManifestEntry[] };

const precache = setUpPrecache(self.__WB_MANIFEST);
setUpPictures();
passServerCalls();
claimClients();
listenToMessages(precache);
forwardEvents();
