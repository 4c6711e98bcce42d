import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Failure } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import type { Metrics } from './metrics.ts'

type ProbeDeps = { pool: Pool; metrics: Metrics; config: Config }

const open = { config: { role: 'public' } } as const

/** For whoever watches over the process: is it there, can it work, how is it doing. */
export function mountProbes(app: FastifyInstance, { pool, metrics, config }: ProbeDeps): void {
  app.get('/healthz', open, () => ({ status: 'ok' }))

  app.get('/readyz', open, async (_, reply) => {
    try {
      await pool.query('select 1')
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'no database' })
    }
  })

  app.get('/metrics', open, async (request, reply) => {
    if (config.metricsToken) refuseWithoutToken(request.headers.authorization, config.metricsToken)
    else if (config.production) throw new Failure('not_found')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

function refuseWithoutToken(header: string | undefined, token: string): void {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new Failure('not_found')
}
