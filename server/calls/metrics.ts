import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

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

export const startProcessMetrics = (): void => collectDefaultMetrics({ register: metrics });

/** Starts to measure a call. @returns Records its time and the status of its answer. */
export const measureCall = (call: string): ((status: number) => void) => {
  const startedAt = performance.now();
  return (status) => {
    seconds.observe({ call }, (performance.now() - startedAt) / 1000);
    answers.inc({ call, status: `${Math.floor(status / 100)}xx` });
  };
};
