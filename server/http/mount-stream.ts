import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint, ParamsOf, ReplyOf } from '#contract/endpoint.ts'
import { Failure } from '#contract/errors.ts'

/** Tells the present state through `send`, goes on telling, and returns how to stop. */
export type StreamHandler<E extends Endpoint> = (
  call: { params: ParamsOf<E> },
  send: (message: ReplyOf<E>) => void,
) => Promise<() => void>

export type MountStream = <const E extends Endpoint>(endpoint: E, handler: StreamHandler<E>) => void

const HEARTBEAT_MS = 20_000
/** Streams cost a socket each: these bounds keep one visitor from holding them all (N3). */
const MAX_STREAMS = 2_000
const MAX_STREAMS_PER_ADDRESS = 50

export type Streams = { mountStream: MountStream; endAll(): void }

export function streamMounter(app: FastifyInstance): Streams {
  const open = new Map<FastifyReply, string>()

  const mountStream: MountStream = (endpoint, handler) => {
    const { path, role, params: schema, reply: shape } = endpoint
    app.get(path, { config: { role } }, async (request, reply) => {
      const params = schema?.safeParse(request.params)
      if (params && !params.success) throw new Failure('not_found')
      refuseTooMany(open, request.ip)

      // The first message is made before the stream begins, so a failure is still a plain answer.
      const waiting: unknown[] = []
      let write = (message: unknown) => void waiting.push(message)
      const stop = await handler({ params: params?.data as never }, (message) =>
        write(shape ? shape.parse(message) : message),
      )
      write = (message) => void reply.raw.write(`data: ${JSON.stringify(message)}\n\n`)
      begin(reply)
      for (const message of waiting) write(message)

      open.set(reply, request.ip)
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
      for (const reply of open.keys()) reply.raw.end()
    },
  }
}

function refuseTooMany(open: Map<FastifyReply, string>, ip: string): void {
  const ofAddress = [...open.values()].filter((one) => one === ip).length
  if (open.size >= MAX_STREAMS || ofAddress >= MAX_STREAMS_PER_ADDRESS)
    throw new Failure('too_many')
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
