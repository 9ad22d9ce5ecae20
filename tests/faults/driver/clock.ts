// Runs before anything else in every page, worker and service worker of a device: its clock is wrong, and can be set
// while they run. What counts on without a clock, `performance.now()`, is left as it is.

/** Shift of the whole device's clock, ms, where a context has not heard of another. */
declare const faultsClockMs: number;

/** How the clock was set, and how many times before. */
interface Setting {
  shiftMs: number;
  turn: number;
}
/** Without a setting: asks for the one that holds. */
type Words = Setting | undefined;

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

/** What a page finds, and what a worker gets with its name: both know it before their first line. */
const readKept = (): Words => {
  const [, inName] = IN_WORKER_NAME.exec((globalThis as { name?: string }).name ?? '') ?? [];
  try {
    return (JSON.parse(inName ?? localStorage.getItem(NAME) ?? 'null') as Setting | null) ?? undefined;
  } catch {
    return undefined;
  }
};
setting = readKept() ?? setting;

if ('Worker' in globalThis) {
  globalThis.Worker = class extends Worker {
    constructor(address: string | URL, options: WorkerOptions = {}) {
      super(address, { ...options, name: `${options.name ?? ''}#clock=${JSON.stringify(setting)}` });
    }
  };
}

if (location.protocol.startsWith('http')) {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data: heard }: MessageEvent<Words>) => {
    if (heard && heard.turn > setting.turn) setting = heard;
    if (!heard && setting.turn > 0) channel.postMessage(setting);
  });
  // A service worker knows what it was installed with, a worker may have been born in the moment of the setting.
  if (!('document' in globalThis)) channel.postMessage(undefined satisfies Words);
  // For the test: from here the whole device.
  Object.assign(globalThis, {
    faultsSetClock: (shiftMs: number): void => {
      setting = { shiftMs, turn: setting.turn + 1 };
      localStorage.setItem(NAME, JSON.stringify(setting));
      channel.postMessage(setting);
    },
  });
}
