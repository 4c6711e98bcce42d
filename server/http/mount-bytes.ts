import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'

type KeptAnswer = { bytes: Buffer }

/** For an answer that is kept as bytes: no parsing, no serializing. */
export type MountBytes = (endpoint: Endpoint, answer: () => Promise<KeptAnswer>) => void

export function bytesMounter(app: FastifyInstance): MountBytes {
  return ({ method, path, role }, answer) => {
    app.route({
      method,
      url: path,
      config: { role },
      handler: async (_, reply) => {
        const { bytes } = await answer()
        return reply.type('application/json; charset=utf-8').send(bytes)
      },
    })
  }
}
