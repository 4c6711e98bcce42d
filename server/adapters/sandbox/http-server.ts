import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/runtime.ts'
import type { ApiCall, Routes } from './api/api-call.ts'
import {
  ApiError,
  keyInUse,
  noBalance,
  noPermission,
  rateLimited,
  serverError,
  unknownPath,
  unnamedRejection,
  wrongKey,
} from './api/api-error.ts'
import { apiVersion } from './api/events-api.ts'
import { parseParams } from './api/params.ts'
import type { Faults, RequestFault } from './faults.ts'
import type { ApiResponse, Ledger } from './ledger.ts'

const bodyLimit = 100 * 1024

type ServerDeps = { routes: Routes; ledger: Ledger; faults: Faults; secretKey: string; log: Log }

export type SandboxRequest = {
  method: string
  /** Path and query. */
  url: string
  authorization: string | undefined
  idempotencyKey: string | undefined
  body: string
}

export type SandboxResponse = {
  status: number
  headers: Record<string, string | number>
  body: string
}

/** Returns undefined if the connection breaks instead. */
export type HandleRequest = (request: SandboxRequest) => Promise<SandboxResponse | undefined>

/** HTTP server of the API. */
export function apiServer(handleRequest: HandleRequest, stopped: AbortSignal, log: Log): Server {
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const authorization = headers.authorization
    const idempotencyKey = header(headers['idempotency-key'])
    readBody(request)
      .then((body) => handleRequest({ method, url, authorization, idempotencyKey, body }))
      .then((result) => {
        if (!result) return request.socket.destroy()
        return response.writeHead(result.status, result.headers).end(result.body)
      })
      .catch((error: unknown) => {
        if (!stopped.aborted) log.warn({ err: error }, 'sandbox request broken off')
        response.destroy()
      })
  })
  // Longer than any client's keep-alive, so that no connection is reset during a request.
  server.keepAliveTimeout = 120_000
  return server
}

/** Checks the secret key, finds the route, and applies idempotency and the faults injected by tests. */
export function createRequestHandler(serverDeps: ServerDeps, stopped: AbortSignal): HandleRequest {
  const { faults, log } = serverDeps
  const isKnown = keyCheck(serverDeps.secretKey)
  const inProgress = new Set<string>()

  return async ({ method, url, authorization, idempotencyKey, body }) => {
    stopped.throwIfAborted()
    const { route, path, id, query } = parseRoute(method, url)
    const fault = faults.forRequest(route)
    if (fault === 'drop-request') return undefined

    const key = method === 'POST' ? (idempotencyKey ?? null) : null
    const result = await respondOrReject(async () => {
      if (!isKnown(authorization)) throw wrongKey()
      const handle = serverDeps.routes[route]
      if (!handle) throw unknownPath(method, path)
      if (key !== null && inProgress.has(key)) throw keyInUse(key)
      const params = parseParams(method === 'POST' ? body : query)
      const fingerprint = key === null ? '' : hash('sha256', `${path}\n${body}`, 'base64')
      const call: ApiCall = { path, id, params, key, fingerprint }
      if (key !== null) inProgress.add(key)
      try {
        if (fault) await applyFault(fault, call, serverDeps.ledger, stopped)
        return await handle(call)
      } finally {
        if (key !== null) inProgress.delete(key)
      }
    }, log)
    return fault === 'drop-response' ? undefined : withHeaders(result, key)
  }
}

async function respondOrReject(run: () => Promise<ApiResponse>, log: Log): Promise<ApiResponse> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: error.body() }
    if (error instanceof Error && error.name === 'AbortError') throw error
    log.error({ err: error }, 'sandbox request failed')
    return { status: 500, body: serverError().body() }
  }
}

async function applyFault(
  fault: RequestFault,
  call: ApiCall,
  ledger: Ledger,
  stopped: AbortSignal,
) {
  if (typeof fault === 'object' && 'status' in fault) throw new ApiError(fault.status, fault.error)
  if (typeof fault === 'object') await sleep(fault.slow, undefined, { signal: stopped })
  if (fault === 'error-500' || fault === 'no-balance') {
    const error = fault === 'no-balance' ? noBalance() : serverError()
    // Stored for its idempotency key, because the work was already started.
    await ledger.storeResponse(call, { status: error.status, body: error.body() })
    throw error
  }
  if (typeof fault === 'string') throwFault(fault, call)
}

function throwFault(fault: RequestFault & string, call: ApiCall) {
  if (fault === 'error-400') throw unnamedRejection()
  if (fault === 'error-401') throw wrongKey()
  if (fault === 'error-403') throw noPermission()
  if (fault === 'error-409') throw keyInUse(call.key ?? '')
  if (fault === 'error-429') throw rateLimited()
}

/** Maps `/v1/payment_intents/pi_1/cancel` to the route `payment_intents/:id/cancel` and the id. */
function parseRoute(method: string, url: string) {
  const queryStart = url.indexOf('?')
  const path = queryStart < 0 ? url : url.slice(0, queryStart)
  const query = queryStart < 0 ? '' : url.slice(queryStart + 1)
  const normalizedPath = path.replace(/^\/v1\/(billing_portal|radar)\//, '/v1/$1.')
  const [, version, resource, id, ...action] = normalizedPath.split('/')
  let route = version === 'v1' ? `${method} ${resource}` : `${method} ${path}`
  if (id !== undefined) route += '/:id'
  for (const step of action) route += `/${step}`
  return { route, path, query, id: id === undefined ? '' : safeDecode(id) }
}

function safeDecode(text: string) {
  try {
    return decodeURIComponent(text).replaceAll('\0', '')
  } catch {
    return text
  }
}

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

function keyCheck(secretKey: string) {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const expected = digest(`Bearer ${secretKey}`)
  return (authorization: string | undefined) =>
    authorization !== undefined && timingSafeEqual(digest(authorization), expected)
}

let requestCount = 0

function withHeaders({ status, body, replayed }: ApiResponse, key: string | null): SandboxResponse {
  requestCount += 1
  const headers: SandboxResponse['headers'] = {
    'request-id': `req_${requestCount}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'stripe-version': apiVersion,
  }
  if (key !== null) headers['idempotency-key'] = key
  if (replayed) headers['idempotent-replayed'] = 'true'
  return { status, headers, body }
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
      if (body.length > bodyLimit) reject(new Error('body too large'))
    })
    request.on('end', () => resolve(body))
    request.on('error', reject)
  })
}
