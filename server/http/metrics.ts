import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = {
  contentType: string
  text(): Promise<string>
  observe(method: string, route: string, status: number, seconds: number): void
}

const BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observe: (method, route, status, seconds) =>
      requests.observe({ method, route, status }, seconds),
  }
}
