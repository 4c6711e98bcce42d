import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/world.ts'
import type { Metrics } from './metrics.ts'

/**
 * One line per request: the route's pattern and never its address, since ids, tokens and searches
 * stand in there (P2).
 */
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
