import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'

/** A text goes out with its headers in one write, where bytes need two. */
type CachedResponse = { text: string }

/** Serves a cached response body without parsing or serializing it. */
export type MountCached = (endpoint: Endpoint, readResponse: () => Promise<CachedResponse>) => void

export function createCachedMount(app: FastifyInstance): MountCached {
  return ({ method, path, role }, readResponse) => {
    app.route({
      method,
      url: path,
      config: { role },
      handler: (_, reply) => {
        reply.type('application/json; charset=utf-8')
        readResponse().then(
          ({ text }) => reply.send(text),
          (error: unknown) => reply.send(error),
        )
      },
    })
  }
}
