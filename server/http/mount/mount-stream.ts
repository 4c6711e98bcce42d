import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint, ParamsOf, ReplyOf } from '#contract/endpoint.ts'
import { Failure } from '#contract/errors.ts'
import { rateLimitKey } from '../rate-limit-key.ts'

/** Sends the current state and every later change through `send`. Returns a function that stops it. */
export type StreamHandler<E extends Endpoint> = (
  request: { params: ParamsOf<E> },
  send: (message: ReplyOf<E>) => void,
) => Promise<() => void>

export type MountStream = <const E extends Endpoint>(endpoint: E, handler: StreamHandler<E>) => void

const HEARTBEAT_MS = 20_000
/** Every stream occupies a socket. The limits keep one client from using all of them (N3). */
const MAX_STREAMS = 2_000
const MAX_STREAMS_PER_NETWORK = 50

export type Streams = { mountStream: MountStream; endAll(): void }

export function createStreamMount(app: FastifyInstance): Streams {
  const openStreams = new Set<FastifyReply>()
  const acquireStreamSlot = createStreamSlots()

  const mountStream: MountStream = (endpoint, handler) => {
    const { path, role, params: schema, reply: shape } = endpoint
    app.get(path, { config: { role } }, async (request, reply) => {
      const params = schema?.safeParse(request.params)
      if (params && !params.success) throw new Failure('not_found')
      // Acquired before the first await, so that parallel requests cannot exceed the limit.
      reply.raw.once('close', acquireStreamSlot(rateLimitKey(request.ip ?? '')))

      // The first message is built before the stream starts, so an error is still a normal response.
      const pendingMessages: unknown[] = []
      let write = (message: unknown) => void pendingMessages.push(message)
      const stop = await handler({ params: params?.data as never }, (message) =>
        write(shape ? shape.parse(message) : message),
      )
      write = (message) => void reply.raw.write(`data: ${JSON.stringify(message)}\n\n`)
      startStream(reply)
      for (const message of pendingMessages) write(message)

      openStreams.add(reply)
      const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS).unref()
      const end = () => {
        clearInterval(heartbeat)
        stop()
        openStreams.delete(reply)
      }
      // No 'close' event follows if the client disconnected while the first message was built.
      if (request.raw.destroyed) end()
      else request.raw.on('close', end)
    })
  }
  return {
    mountStream,
    endAll: () => {
      for (const reply of openStreams) reply.raw.end()
    },
  }
}

/** Counts open streams in total and per network. Returns a function that releases the slot. */
function createStreamSlots() {
  let openCount = 0
  const countByNetwork = new Map<string, number>()
  return (network: string) => {
    const openInNetwork = countByNetwork.get(network) ?? 0
    if (openCount >= MAX_STREAMS || openInNetwork >= MAX_STREAMS_PER_NETWORK)
      throw new Failure('too_many')
    openCount += 1
    countByNetwork.set(network, openInNetwork + 1)
    return () => {
      openCount -= 1
      const remaining = (countByNetwork.get(network) ?? 1) - 1
      if (remaining > 0) countByNetwork.set(network, remaining)
      else countByNetwork.delete(network)
    }
  }
}

function startStream(reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  // The browser reconnects after two seconds if a proxy closes the idle connection.
  reply.raw.write('retry: 2000\n\n')
}
