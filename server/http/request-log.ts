import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/runtime.ts'
import type { Metrics } from './prometheus-metrics.ts'

/** Logs the route pattern and never the URL, which contains ids, tokens and search terms (P2). */
export function logRequests(app: FastifyInstance, log: Log, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    metrics.observe(request.method, route, status, elapsedTime / 1000)
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status,
      ms: Math.round(elapsedTime),
    }
    if (status >= 500) log.warn(line, 'request')
    else log.debug(line, 'request')
    done()
  })
}
