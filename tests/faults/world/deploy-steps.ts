import type { Page } from 'playwright';
import { newId } from '#contract/ids.ts';
import { frameText } from '#contract/text/frame.ts';
import { THIS_BUILD, THIS_VERSION } from './build-site.ts';
import type { Stage } from './deploy-stage.ts';
import type { Device } from './device.ts';
import { checkIntents, checkView, settle, type Intent } from '../oracle/oracle.ts';
import { MUTATIONS, type Rule } from '../proxy/proxy-modes.ts';

// What the parts of F10 (f10-two-builds.ts) do on a device.

const versionAfter = (steps: number): string => THIS_VERSION.replace(/\d+$/, (last) => String(Number(last) + steps));
export const [NEXT_VERSION, LAST_VERSION] = [versionAfter(1), versionAfter(2)];
/** Drops every Library change before it reaches the server. */
export const NO_CHANGES: Rule = { method: MUTATIONS, path: /^\/api\/library\//, mode: { kind: 'dropBefore' } };

export const addFolders = async (device: Device, count: number): Promise<Intent[]> => {
  const changes = Array.from({ length: count }, (_, index) => {
    const id = newId();
    return { call: 'library.createFolder' as const, input: { id, title: `Before ${index} ${id.slice(-4)}` } };
  });
  const keys = await device.ask('enqueue', changes);
  return keys.map((key, index) => ({ key, entity: changes[index]!.input.id }));
};

/** Deploys this build and opens a device of a new person on it. */
export const begin = async ({ world, site }: Stage): Promise<Device> => {
  site.deploy(THIS_BUILD, THIS_VERSION);
  return world.open(await world.addPerson());
};

export const finish = async (
  { world, findings, drains }: Stage,
  device: Device,
  intents: readonly Intent[],
): Promise<void> => {
  drains.push(await settle(world, [device]));
  const found = await checkIntents(world, device, intents);
  findings.lost.push(...found.lost, ...(await checkView(world, device)));
  findings.doubled.push(...found.doubled);
  findings.reordered.push(...found.reordered);
  await device.close();
};

export const lookForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
export const chooseUpdate = (page: Page): Promise<void> =>
  page.getByRole('button', { name: frameText.update, exact: true }).click();
