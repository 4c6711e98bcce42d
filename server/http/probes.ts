import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Failure } from '#contract/errors.ts'
import type { Config } from '#server/config/config.ts'
import type { Metrics } from './prometheus-metrics.ts'

type ProbeDeps = { pool: Pool; metrics: Metrics; config: Config }

const publicRoute = { config: { role: 'public' } } as const

/** Health, readiness and metrics for the monitoring system. */
export function mountProbes(app: FastifyInstance, { pool, metrics, config }: ProbeDeps): void {
  app.get('/healthz', publicRoute, () => ({ status: 'ok' }))

  app.get('/readyz', publicRoute, async (_, reply) => {
    try {
      await pool.query('select 1')
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'no database' })
    }
  })

  app.get('/metrics', publicRoute, async (request, reply) => {
    if (config.metricsToken) assertToken(request.headers.authorization, config.metricsToken)
    else if (config.production) throw new Failure('not_found')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

function assertToken(header: string | undefined, token: string): void {
  const received = Buffer.from(header ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    throw new Failure('not_found')
}
