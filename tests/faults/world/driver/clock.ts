// Runs before anything else in every page, worker and service worker of a device: shifts its clock, also while they
// run. `performance.now()` is not shifted.

/** Initial shift of the device's clock, ms, for a context that has received no setting. */
declare const faultsClockMs: number;

/** A shift and its sequence number; the highest number wins. */
interface Setting {
  shiftMs: number;
  turn: number;
}
/** Message on the channel; undefined requests the current setting. */
type ClockMessage = Setting | undefined;

const NAME = 'faults-clock';
const IN_WORKER_NAME = /#clock=(.*)$/;

const RealDate = Date;
const realNow = RealDate.now.bind(RealDate);
let setting: Setting = { shiftMs: faultsClockMs, turn: 0 };

const shiftedNow = (): number => realNow() + setting.shiftMs;
const ShiftedDate: DateConstructor = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(
      target,
      args.length === 0 ? [shiftedNow()] : args,
      newTarget === ShiftedDate ? target : newTarget,
    ) as Date,
  apply: () => new RealDate(shiftedNow()).toString(),
  get: (target, key, receiver) => (key === 'now' ? shiftedNow : (Reflect.get(target, key, receiver) as unknown)),
});
Object.defineProperty(RealDate.prototype, 'constructor', { value: ShiftedDate });
globalThis.Date = ShiftedDate;

/**
 * A page reads the setting from localStorage, a worker from its name: both have it before the app's first line runs.
 */
const readStoredSetting = (): ClockMessage => {
  const [, inName] = IN_WORKER_NAME.exec((globalThis as { name?: string }).name ?? '') ?? [];
  try {
    return (JSON.parse(inName ?? localStorage.getItem(NAME) ?? 'null') as Setting | null) ?? undefined;
  } catch {
    return undefined;
  }
};
setting = readStoredSetting() ?? setting;

if ('Worker' in globalThis) {
  globalThis.Worker = class extends Worker {
    constructor(address: string | URL, options: WorkerOptions = {}) {
      super(address, { ...options, name: `${options.name ?? ''}#clock=${JSON.stringify(setting)}` });
    }
  };
}

if (location.protocol.startsWith('http')) {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data: heard }: MessageEvent<ClockMessage>) => {
    if (heard && heard.turn > setting.turn) setting = heard;
    if (!heard && setting.turn > 0) channel.postMessage(setting);
  });
  // A service worker only has its setting of the time of its installation, and a worker may start while the clock is
  // set: both request the current setting.
  if (!('document' in globalThis)) channel.postMessage(undefined satisfies ClockMessage);
  // For the test: sets the clock of the whole device.
  Object.assign(globalThis, {
    faultsSetClock: (shiftMs: number): void => {
      setting = { shiftMs, turn: setting.turn + 1 };
      localStorage.setItem(NAME, JSON.stringify(setting));
      channel.postMessage(setting);
    },
  });
}
