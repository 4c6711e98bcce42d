import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { Failure } from '#contract/errors.ts'
import { hasPermission, isSensitive, type Permission } from '#contract/staff/permissions.ts'
import type { AuthenticateDevice, DeviceCaller } from '../caller.ts'
import { type Authenticate, type Caller, guest, type Portal } from '../caller.ts'
import { type CookieOptions, cookieName, parseCookies, serializeCookie } from '../cookies.ts'
import { rejectCrossSite } from '../origin-check.ts'
import { rateLimitKey } from '../rate-limit-key.ts'
import { validate } from '../validate.ts'
import { PreserializedJson } from './preserialized-json.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** The version that the client already has, by its ETag. */
export class NotModified {}

type SignedInUser<E extends Endpoint> = E['role'] extends 'customer' | 'admin'
  ? Extract<Caller, { role: E['role'] }>
  : E['role'] extends 'driver' | 'device'
    ? DeviceCaller
    : undefined

/** A request as a handler receives it: role checked, input parsed. */
export type RequestContext<E extends Endpoint = Endpoint> = {
  user: SignedInUser<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The raw bytes, on routes that check a signature over them. */
  rawBody: Buffer
  ip: string
  /**
   * Reads the caller on demand, for public routes that show more to logged-in users. Staff whose
   * set-up of two-step verification is overdue are guests, unless they read their own account.
   */
  caller(options?: { isOwnAccount: boolean }): Promise<Caller>
  /** The portal whose page sent the request, from the `x-portal` header. */
  portal: Portal | undefined
  cookie(name: string): string | undefined
  setCookie(name: string, value: string, options: CookieOptions): void
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
}

export type Handler<E extends Endpoint> = (
  context: RequestContext<E>,
) => Promise<ReplyOf<E>> | ReplyOf<E>

export type Mount = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

export type MountDeps = {
  authenticate: Authenticate
  authenticateDevice: AuthenticateDevice
  publicUrl: string
  https: boolean
}

/** Turns a contract endpoint into a route: checks the role, validates the input, runs the handler. */
export function createMount(app: FastifyInstance, deps: MountDeps): Mount {
  return (endpoint, handler) => {
    const { method, path, role, permission, needsConfirmation, status } = endpoint
    const { file, bodyLimit, reply: shape } = endpoint
    app.route({
      method,
      url: path,
      ...(bodyLimit && { bodyLimit }),
      config: { role, permission, needsConfirmation },
      // The role is checked before the body is read.
      onRequest: async (request) => {
        // `request.ip` is undefined at runtime if the client has already disconnected.
        request.clientIp = request.ip ?? ''
        if (method !== 'GET' && role !== 'provider')
          rejectCrossSite(request.headers, deps.publicUrl)
        if (role === 'customer' || role === 'admin') await requireAccess(request, endpoint, deps)
        if (role === 'driver' || role === 'device') await requireDevice(request, role, deps)
      },
      handler: async (request, reply) => {
        const context = toRequestContext(endpoint, request, reply, deps)
        const permissionOfBody = endpoint.bodyPermission?.(context.body)
        requirePermission(request.caller, permissionOfBody)
        requireConfirmation(request.caller, permissionOfBody && isSensitive(permissionOfBody))
        const response = await handler(context)
        if (response === undefined) return reply.code(status ?? 204).send()
        if (response instanceof NotModified) return reply.code(304).send()
        if (response instanceof Readable)
          return reply.type(file ? fileType(file) : JSON_TYPE).send(response)
        if (response instanceof PreserializedJson) {
          reply.type(JSON_TYPE)
          const gzipped = response.gzipped(request.headers['accept-encoding']?.toString())
          if (!gzipped) return reply.send(response.bytes)
          const headers = { 'content-encoding': 'gzip', vary: 'accept-encoding' }
          return reply.headers(headers).send(await gzipped)
        }
        // The response is parsed too, so that a column outside the schema never leaves the server.
        return reply.code(status ?? 200).send(shape ? shape.parse(response) : response)
      },
    })
  }
}

const fileType = (file: string) => (file.startsWith('text/') ? `${file}; charset=utf-8` : file)

/** Rule 22: runs before the body is parsed. */
export async function requireAccess(
  request: FastifyRequest,
  { role, permission, needsConfirmation }: Endpoint,
  deps: MountDeps,
) {
  const portal = role === 'admin' ? 'admin' : 'customer'
  const caller = await deps.authenticate(cookieReader(request, deps.https), portal)
  if (caller.role === 'guest') throw new Failure('not_signed_in')
  if (caller.role !== role) throw new Failure('forbidden')
  requirePermission(caller, permission)
  if (isBlocked(caller) && permission !== 'account.manage') {
    throw new Failure('two_step_setup_required')
  }
  requireConfirmation(caller, needsConfirmation)
  request.caller = caller
}

/** An upload key sends what happened on its route, and reads nothing. */
async function requireDevice(
  request: FastifyRequest,
  role: 'driver' | 'device',
  { authenticateDevice, https }: MountDeps,
): Promise<void> {
  const key = role === 'device' ? request.headers['x-upload-key']?.toString() : undefined
  request.device = await authenticateDevice(cookieReader(request, https), key)
  if (!request.device) throw new Failure('not_signed_in')
}

/** Rule 37: nothing but the own account works while the set-up of two-step verification is overdue. */
const isBlocked = (caller: Caller) => caller.role === 'admin' && caller.twoStep.isOverdue

/** Rule 35: the only place that decides what a staff role may do. */
function requirePermission(caller: Caller | undefined, permission: Permission | undefined): void {
  if (!permission) return
  const isAllowed = caller?.role === 'admin' && hasPermission(caller.staffRole, permission)
  if (!isAllowed) throw new Failure('not_permitted')
}

/** Rule 37: a session that was left open or stolen cannot do sensitive actions. */
function requireConfirmation(caller: Caller | undefined, isNeeded: boolean | undefined): void {
  if (!isNeeded) return
  const isConfirmed = caller?.role === 'admin' && caller.isConfirmed
  if (!isConfirmed) throw new Failure('confirmation_required')
}

/** Requests from a portal's page use only that portal's session. */
async function resolveCaller(
  request: FastifyRequest,
  cookie: ReturnType<typeof cookieReader>,
  { authenticate }: MountDeps,
): Promise<Caller> {
  const portal = readPortal(request)
  const caller = await authenticate(cookie, portal)
  return portal && caller.role !== portal ? guest : caller
}

function readPortal({ headers }: FastifyRequest): Portal | undefined {
  const portal = headers['x-portal']
  return portal === 'admin' || portal === 'customer' ? portal : undefined
}

function cookieReader(request: FastifyRequest, https: boolean) {
  const cookies = parseCookies(request.headers.cookie)
  return (name: string) => cookies.get(cookieName(name, https))
}

function toRequestContext<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MountDeps,
): RequestContext<E> {
  const cookie = cookieReader(request, deps.https)
  const parseIfPresent = (schema: Endpoint['body'], input: unknown) =>
    schema && validate(schema, input)
  return {
    user: (request.device ?? request.caller) as SignedInUser<E>,
    // A malformed id cannot exist, so the response is 404 rather than a validation error.
    params: parseParams(endpoint, request.params) as ParamsOf<E>,
    query: parseIfPresent(endpoint.query, request.query) as QueryOf<E>,
    body: parseIfPresent(endpoint.body, request.body) as BodyOf<E>,
    rawBody: request.body as Buffer,
    get ip() {
      return rateLimitKey(request.clientIp)
    },
    caller: async ({ isOwnAccount } = { isOwnAccount: false }) => {
      const caller = await resolveCaller(request, cookie, deps)
      return isBlocked(caller) && !isOwnAccount ? guest : caller
    },
    portal: readPortal(request),
    cookie,
    setCookie: (name, value, options) =>
      void reply.header('set-cookie', serializeCookie(name, value, options, deps.https)),
    header: (name) => request.headers[name]?.toString(),
    setHeader: (name, value) => void reply.header(name, value),
  }
}

function parseParams(endpoint: Endpoint, params: unknown) {
  const parsed = endpoint.params?.safeParse(params)
  if (parsed && !parsed.success) throw new Failure('not_found')
  return parsed?.data
}

/** X2: the server does not start if a route declares no role, or a staff route no permission. */
export function assertRoutesHaveRole(app: FastifyInstance): void {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('device', undefined)
  app.decorateRequest('clientIp', '')
  app.addHook('onRoute', (route) => {
    const { role, permission } = route.config ?? {}
    const name = `${route.method} ${route.url}`
    if (role === undefined) throw new Error(`${name} declares no role`)
    if (role === 'admin' && !permission) throw new Error(`${name} declares no permission`)
    const isProtected = role !== 'public' && role !== 'provider'
    if (isProtected && !route.onRequest) throw new Error(`${name} does not check its role`)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    device: DeviceCaller | undefined
    /** IP address of the client; empty if it has already disconnected. */
    clientIp: string
  }
  interface FastifyContextConfig {
    role?: Endpoint['role']
    permission?: Permission | undefined
    needsConfirmation?: boolean | undefined
  }
}
