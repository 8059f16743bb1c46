import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Creates the metrics of one process. Each has its own registry so that tests can run several apps. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'tideline_request_seconds',
    help: 'Response time by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const rejections = new Counter({
    name: 'tideline_rejections_total',
    help: 'Rejected requests by status and code.',
    labelNames: ['status', 'code'],
    registers: [registry],
  })
  return { registry, seconds, rejections }
}

export type Metrics = ReturnType<typeof createMetrics>
