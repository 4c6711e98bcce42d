import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'

type CachedResponse = { bytes: Buffer }

/** Serves a cached response body without parsing or serializing it. */
export type MountCached = (endpoint: Endpoint, readResponse: () => Promise<CachedResponse>) => void

export function createCachedMount(app: FastifyInstance): MountCached {
  return ({ method, path, role }, readResponse) => {
    app.route({
      method,
      url: path,
      config: { role },
      handler: async (_, reply) => {
        const { bytes } = await readResponse()
        return reply.type('application/json; charset=utf-8').send(bytes)
      },
    })
  }
}
