import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { Failure } from '#contract/errors.ts'
import { rateLimitKey } from '../rate-limit-key.ts'
import { validate } from '../validate.ts'
import { type MountDeps, requireAccess } from './mount.ts'

/** Sends the current state and every later change through `send`. Returns a function that stops it. */
export type StreamHandler<E extends Endpoint> = (
  request: { params: ParamsOf<E>; query: QueryOf<E> },
  send: (message: ReplyOf<E>) => void,
) => Promise<() => void>

export type MountStream = <const E extends Endpoint>(endpoint: E, handler: StreamHandler<E>) => void

const HEARTBEAT_MS = 20_000
/** Every stream occupies a socket. The limits keep one client from using all of them (N3). */
const MAX_STREAMS = 2_000
const MAX_STREAMS_PER_NETWORK = 50
/** Streams per staff session: one per open tab. */
const MAX_STREAMS_PER_SESSION = 10

export type Streams = { mountStream: MountStream; endAll(): void }

export function createStreamMount(app: FastifyInstance, deps: MountDeps): Streams {
  /** A function per open stream that ends it. */
  const openStreams = new Set<() => void>()
  let isEnding = false
  const acquireStreamSlot = createStreamSlots()

  const mountStream: MountStream = (endpoint, handler) => {
    const { path, role, permission, params: schema, reply: shape } = endpoint
    const config = { role, ...(permission && { permission }) }
    const checkAccess = {
      onRequest: (request: FastifyRequest) => requireAccess(request, endpoint, deps),
    }
    app.get(path, { config, ...(role === 'admin' && checkAccess) }, async (request, reply) => {
      const params = schema?.safeParse(request.params)
      if (params && !params.success) throw new Failure('not_found')
      const query = endpoint.query && validate(endpoint.query, request.query)
      const { caller } = request
      const session = caller?.role === 'admin' ? caller.sessionId : undefined
      // Acquired before the first await, so that parallel requests cannot exceed the limit.
      reply.raw.once('close', acquireStreamSlot(rateLimitKey(request.ip ?? ''), session))

      // The first message is built before the stream starts, so an error is still a normal response.
      const pendingMessages: unknown[] = []
      let write = (message: unknown) => void pendingMessages.push(message)
      const stop = await handler(
        { params: params?.data as never, query: query as never },
        (message) => write(shape ? shape.parse(message) : message),
      )
      write = (message) => void reply.raw.write(`data: ${JSON.stringify(message)}\n\n`)
      startStream(reply)
      for (const message of pendingMessages) write(message)

      const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS).unref()
      const end = () => {
        if (!openStreams.delete(end)) return
        clearInterval(heartbeat)
        stop()
        // A change that is still being read may send. Node reports a message after the end as an
        // error of the response, which would crash the process.
        write = () => {}
        reply.raw.end()
      }
      openStreams.add(end)
      // No 'close' event follows if the client disconnected while the first message was built.
      if (request.raw.destroyed || isEnding) end()
      else request.raw.on('close', end)
    })
  }
  return {
    mountStream,
    endAll: () => {
      isEnding = true
      for (const end of openStreams) end()
    },
  }
}

/** Counts open streams in total, per network and per session. Returns a function that releases. */
function createStreamSlots() {
  let openCount = 0
  const networks = createCounts(MAX_STREAMS_PER_NETWORK)
  const sessions = createCounts(MAX_STREAMS_PER_SESSION)
  return (network: string, session: string | undefined) => {
    if (openCount >= MAX_STREAMS || networks.isFull(network) || sessions.isFull(session))
      throw new Failure('too_many')
    openCount += 1
    networks.add(network, 1)
    sessions.add(session, 1)
    return () => {
      openCount -= 1
      networks.add(network, -1)
      sessions.add(session, -1)
    }
  }
}

function createCounts(max: number) {
  const counts = new Map<string, number>()
  return {
    isFull: (key: string | undefined) => key !== undefined && (counts.get(key) ?? 0) >= max,
    add: (key: string | undefined, change: 1 | -1) => {
      if (key === undefined) return
      const count = (counts.get(key) ?? 0) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
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
