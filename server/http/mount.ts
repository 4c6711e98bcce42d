import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { Failure } from '#contract/errors.ts'
import { type Caller, guest, type Identify, type Portal } from './caller.ts'
import { type CookieOptions, cookieName, parseCookies, serializeCookie } from './cookies.ts'
import { networkOf } from './network-of.ts'
import { refuseCrossSite } from './origin-check.ts'
import { validate } from './validate.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** An answer that is JSON already, and may be sent more than once. */
export class JsonText {
  readonly bytes: Buffer

  constructor(text: string) {
    this.bytes = Buffer.from(text)
  }
}

type SignedIn<E extends Endpoint> = E['role'] extends 'customer' | 'admin'
  ? Extract<Caller, { role: E['role'] }>
  : undefined

/** One call as a handler sees it: parsed, and already judged by role. */
export type Call<E extends Endpoint = Endpoint> = {
  user: SignedIn<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The raw bytes, on routes that check a signature over them. */
  rawBody: Buffer
  ip: string
  /** For public routes that show more to some: who is asking, read on demand. */
  caller(): Promise<Caller>
  /** The portal whose page makes the call, where it says so. */
  portal: Portal | undefined
  cookie(name: string): string | undefined
  setCookie(name: string, value: string, options: CookieOptions): void
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>

export type Mount = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

type MountDeps = { identify: Identify; publicUrl: string; https: boolean }

/** Turns a contract's endpoint into a route: role first, then shapes, then the handler. */
export function mounter(app: FastifyInstance, deps: MountDeps): Mount {
  return (endpoint, handler) => {
    const { method, path, role, status, file, reply: shape } = endpoint
    app.route({
      method,
      url: path,
      config: { role },
      // Who you are is judged before what you sent: the body has not even been read here.
      onRequest: async (request) => {
        // Nothing for a visitor who hung up at once, whatever the types say.
        request.address = request.ip ?? ''
        if (method !== 'GET' && role !== 'provider')
          refuseCrossSite(request.headers, deps.publicUrl)
        if (role === 'customer' || role === 'admin') await requireRole(request, role, deps)
      },
      handler: async (request, reply) => {
        const answer = await handler(toCall(endpoint, request, reply, deps))
        if (answer === undefined) return reply.code(status ?? 204).send()
        if (answer instanceof Readable)
          return reply.type(file ? `${file}; charset=utf-8` : JSON_TYPE).send(answer)
        if (answer instanceof JsonText) return reply.type(JSON_TYPE).send(answer.bytes)
        // Parsed on the way out too, so that a stray column never leaves the server.
        return reply.code(status ?? 200).send(shape ? shape.parse(answer) : answer)
      },
    })
  }
}

/** Rule 22: runs before the body is parsed. */
async function requireRole(request: FastifyRequest, role: 'customer' | 'admin', deps: MountDeps) {
  const caller = await deps.identify(cookieReader(request, deps.https), role)
  if (caller.role === 'guest') throw new Failure('not_signed_in')
  if (caller.role !== role) throw new Failure('forbidden')
  request.caller = caller
}

/** A page of a portal is answered for that portal's session alone. */
async function callerOf(
  request: FastifyRequest,
  cookie: ReturnType<typeof cookieReader>,
  { identify }: MountDeps,
): Promise<Caller> {
  const portal = portalOf(request)
  const caller = await identify(cookie, portal)
  return portal && caller.role !== portal ? guest : caller
}

function portalOf({ headers }: FastifyRequest): Portal | undefined {
  const portal = headers['x-portal']
  return portal === 'admin' || portal === 'customer' ? portal : undefined
}

function cookieReader(request: FastifyRequest, https: boolean) {
  const cookies = parseCookies(request.headers.cookie)
  return (name: string) => cookies.get(cookieName(name, https))
}

function toCall<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MountDeps,
): Call<E> {
  const cookie = cookieReader(request, deps.https)
  const part = (schema: Endpoint['body'], input: unknown) => schema && validate(schema, input)
  return {
    user: request.caller as SignedIn<E>,
    // An id of an odd form names nothing that exists: 404, not a lecture on UUIDs.
    params: paramsOf(endpoint, request.params) as ParamsOf<E>,
    query: part(endpoint.query, request.query) as QueryOf<E>,
    body: part(endpoint.body, request.body) as BodyOf<E>,
    rawBody: request.body as Buffer,
    get ip() {
      return networkOf(request.address)
    },
    caller: () => callerOf(request, cookie, deps),
    portal: portalOf(request),
    cookie,
    setCookie: (name, value, options) =>
      void reply.header('set-cookie', serializeCookie(name, value, options, deps.https)),
    header: (name) => request.headers[name]?.toString(),
    setHeader: (name, value) => void reply.header(name, value),
  }
}

function paramsOf(endpoint: Endpoint, params: unknown) {
  const parsed = endpoint.params?.safeParse(params)
  if (parsed && !parsed.success) throw new Failure('not_found')
  return parsed?.data
}

/** X2: a route that forgot to say who may call it must not start the server. */
export function refuseRoutesWithoutRole(app: FastifyInstance): void {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('address', '')
  app.addHook('onRoute', (route) => {
    const role: unknown = route.config && 'role' in route.config ? route.config.role : undefined
    if (role === undefined) throw new Error(`${route.method} ${route.url} declares no role`)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    /** Where the request came from. */
    address: string
  }
  interface FastifyContextConfig {
    role?: Endpoint['role']
  }
}
