import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint, ParamsOf, ReplyOf } from '#contract/endpoint.ts'
import { Failure } from '#contract/errors.ts'
import { networkOf } from './network-of.ts'

/** Tells the present state through `send`, goes on telling, and returns how to stop. */
export type StreamHandler<E extends Endpoint> = (
  call: { params: ParamsOf<E> },
  send: (message: ReplyOf<E>) => void,
) => Promise<() => void>

export type MountStream = <const E extends Endpoint>(endpoint: E, handler: StreamHandler<E>) => void

const HEARTBEAT_MS = 20_000
/** Streams cost a socket each: these bounds keep one visitor from holding them all (N3). */
const MAX_STREAMS = 2_000
const MAX_STREAMS_PER_NETWORK = 50

export type Streams = { mountStream: MountStream; endAll(): void }

export function streamMounter(app: FastifyInstance): Streams {
  const open = new Set<FastifyReply>()
  const takeSeat = seating()

  const mountStream: MountStream = (endpoint, handler) => {
    const { path, role, params: schema, reply: shape } = endpoint
    app.get(path, { config: { role } }, async (request, reply) => {
      const params = schema?.safeParse(request.params)
      if (params && !params.success) throw new Failure('not_found')
      // Taken before anything is waited for: of many that come at once none slips past the bound.
      reply.raw.once('close', takeSeat(networkOf(request.ip ?? '')))

      // The first message is made before the stream begins, so a failure is still a plain answer.
      const waiting: unknown[] = []
      let write = (message: unknown) => void waiting.push(message)
      const stop = await handler({ params: params?.data as never }, (message) =>
        write(shape ? shape.parse(message) : message),
      )
      write = (message) => void reply.raw.write(`data: ${JSON.stringify(message)}\n\n`)
      begin(reply)
      for (const message of waiting) write(message)

      open.add(reply)
      const beat = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS).unref()
      const end = () => {
        clearInterval(beat)
        stop()
        open.delete(reply)
      }
      // A visitor who left while the first message was made is told of by no event any more.
      if (request.raw.destroyed) end()
      else request.raw.on('close', end)
    })
  }
  return {
    mountStream,
    endAll: () => {
      for (const reply of open) reply.raw.end()
    },
  }
}

/** Counts the streams of all and of each network; gives back how to leave. */
function seating() {
  let taken = 0
  const byNetwork = new Map<string, number>()
  return (network: string) => {
    const ofNetwork = byNetwork.get(network) ?? 0
    if (taken >= MAX_STREAMS || ofNetwork >= MAX_STREAMS_PER_NETWORK) throw new Failure('too_many')
    taken += 1
    byNetwork.set(network, ofNetwork + 1)
    return () => {
      taken -= 1
      const left = (byNetwork.get(network) ?? 1) - 1
      if (left > 0) byNetwork.set(network, left)
      else byNetwork.delete(network)
    }
  }
}

function begin(reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  // A proxy's idle limit must not look like the end; the browser comes back after two seconds.
  reply.raw.write('retry: 2000\n\n')
}
