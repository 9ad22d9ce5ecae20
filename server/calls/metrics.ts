import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Figures of this process for Prometheus, served at /metrics. */
export const metrics = new Registry();

const seconds = new Histogram({
  name: 'sideline_call_seconds',
  help: 'Time to answer, by call',
  labelNames: ['call'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers: [metrics],
});
const answers = new Counter({
  name: 'sideline_call_answers_total',
  help: 'Answers, by call and class of status',
  labelNames: ['call', 'status'] as const,
  registers: [metrics],
});
export const uploadedBytes = new Counter({
  name: 'sideline_uploaded_bytes_total',
  help: 'Bytes of chunks committed',
  registers: [metrics],
});
export const jobsDone = new Counter({
  name: 'sideline_jobs_total',
  help: 'Jobs ended, by name and result',
  labelNames: ['job', 'result'] as const,
  registers: [metrics],
});

type Waiting = { job: string; count: number; oldestSeconds: number };
let readQueues: () => Promise<Waiting[]> = async () => [];
/** Longest wait for the figures of the queues, ms: the others are answered also while the database is away. */
const QUEUES_WITHIN_MS = 2_000;

/** Sets where the figures of the queues come from. */
export const watchQueues = (read: () => Promise<Waiting[]>): void => {
  readQueues = read;
};

let reading: Promise<Waiting[]> | undefined;
/** One reading for both figures of an answer. */
const queuesNow = (): Promise<Waiting[]> => {
  const late = new Promise<Waiting[]>((resolve) => setTimeout(() => resolve([]), QUEUES_WITHIN_MS).unref());
  reading ??= Promise.race([readQueues().catch(() => []), late]).finally(() => {
    reading = undefined;
  });
  return reading;
};
const queueGauge = (name: string, help: string, value: (queue: Waiting) => number): void => {
  const gauge: Gauge<'job'> = new Gauge({
    name,
    help,
    labelNames: ['job'] as const,
    registers: [metrics],
    async collect() {
      const queues = await queuesNow();
      gauge.reset();
      for (const queue of queues) gauge.set({ job: queue.job }, value(queue));
    },
  });
};
queueGauge('sideline_jobs_waiting', 'Jobs that wait for a worker or their turn, by name', ({ count }) => count);
queueGauge(
  'sideline_jobs_oldest_seconds',
  'How long the oldest of the waiting jobs has waited, by name',
  ({ oldestSeconds }) => oldestSeconds,
);

export const jailInUse = new Gauge({
  name: 'sideline_media_jail',
  help: '1 for the kind of jail in which media programs run; none: files are not processed',
  labelNames: ['jail'] as const,
  registers: [metrics],
});

let areProcessMetricsOn = false;
/** Once in a process, however many servers it runs after each other. */
export const startProcessMetrics = (): void => {
  if (!areProcessMetricsOn) collectDefaultMetrics({ register: metrics });
  areProcessMetricsOn = true;
};

/** Starts to measure a call. @returns Records its time and the status of its answer. */
export const measureCall = (call: string): ((status: number) => void) => {
  const startedAt = performance.now();
  return (status) => {
    seconds.observe({ call }, (performance.now() - startedAt) / 1000);
    answers.inc({ call, status: `${Math.floor(status / 100)}xx` });
  };
};
