import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
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
import { hasSameText } from './has-same-text.ts'
import type { ApiResponse, Ledger } from './ledger.ts'

const bodyLimit = 100 * 1024

type ServerDeps = { routes: Routes; ledger: Ledger; faults: Faults; secretKey: string; log: Log }

/** HTTP server of the API: secret key, bodies, routes, idempotency, and faults injected by tests. */
export function apiServer(serverDeps: ServerDeps): { server: Server; stop: AbortController } {
  const stop = new AbortController()
  const handleRequest = createRequestHandler(serverDeps, stop.signal)
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => handleRequest(request, response, body))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) serverDeps.log.warn({ err: error }, 'sandbox request broken off')
        response.destroy()
      })
  })
  // Longer than any client's keep-alive, so that no connection is reset during a request.
  server.keepAliveTimeout = 120_000
  return { server, stop }
}

function createRequestHandler(serverDeps: ServerDeps, stopped: AbortSignal) {
  const { faults, log } = serverDeps
  const isKnown = keyCheck(serverDeps.secretKey)
  const inProgress = new Set<string>()

  return async (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { method = 'GET', url = '/', headers } = request
    const { route, path, id, query } = parseRoute(method, url)
    const fault = faults.forRequest(route)
    if (fault === 'drop-request') return request.socket.destroy()

    const key = method === 'POST' ? (header(headers['idempotency-key']) ?? null) : null
    const result = await respondOrReject(async () => {
      if (!isKnown(header(headers.authorization))) throw wrongKey()
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
    if (fault === 'drop-response') return request.socket.destroy()
    send(response, result, key)
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
  if (typeof fault === 'object' && 'slow' in fault)
    await sleep(fault.slow, undefined, { signal: stopped })
  if (typeof fault === 'object' && 'until' in fault) {
    await Promise.race([fault.until, once(stopped, 'abort')])
    stopped.throwIfAborted()
  }
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
  const expected = `Bearer ${secretKey}`
  return (authorization: string | undefined) =>
    authorization !== undefined && hasSameText(authorization, expected)
}

let requestCount = 0

function send(
  response: ServerResponse,
  { status, body, replayed }: ApiResponse,
  key: string | null,
) {
  requestCount += 1
  const headers: Record<string, string | number> = {
    'request-id': `req_${requestCount}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'stripe-version': apiVersion,
  }
  if (key !== null) headers['idempotency-key'] = key
  if (replayed) headers['idempotent-replayed'] = 'true'
  response.writeHead(status, headers)
  response.end(body)
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > bodyLimit) reject(new Error('body too large'))
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString()))
    request.on('error', reject)
  })
}
