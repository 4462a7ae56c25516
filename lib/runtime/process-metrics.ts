import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { oncePerProcess } from './once-per-process.ts'

/** The figures that this process measures of itself, in Prometheus' terms. */
type ProcessMetrics = {
  readonly registry: Registry
  /** The time that the web server took to answer, by method, route and status. */
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>
  readonly eventStreams: Gauge
  /** Its signal is aborted when the process is asked to end: it takes no new work then, and ends its event streams. */
  stopping: AbortController
}

/** The measurements of this process, begun at first use. */
export const processMetrics = oncePerProcess(createMetrics)

function createMetrics(): ProcessMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'skylark_web_' })
  const registers = [registry]
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'skylark_web_request_seconds',
      help: 'Time from a request to the end of its answer, by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    eventStreams: new Gauge({
      name: 'skylark_web_event_streams',
      help: 'Open streams of events, one for each window of a reader.',
      registers,
    }),
    stopping: new AbortController(),
  }
}
