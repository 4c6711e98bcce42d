import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/world.ts'
import {
  ApiError,
  keyInUse,
  noBalance,
  noPermission,
  rateLimited,
  serverError,
  unknownPath,
  unnamedRefusal,
  wrongKey,
} from './api-error.ts'
import type { Call, Routes } from './call.ts'
import { apiVersion } from './events-api.ts'
import type { Faults, RequestFault } from './faults.ts'
import type { Answer, Ledger } from './ledger.ts'
import { parseParams } from './params.ts'

const bodyLimit = 100 * 1024

type Wiring = { routes: Routes; ledger: Ledger; faults: Faults; secretKey: string; log: Log }

/** The API's front: keys, bodies, routes, idempotency and, when a test asks for them, faults. */
export function apiServer(wiring: Wiring): { server: Server; stop: AbortController } {
  const stop = new AbortController()
  const answerTo = answering(wiring, stop.signal)
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => answerTo(request, response, body))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) wiring.log.warn({ err: error }, 'sandbox request broken off')
        response.destroy()
      })
  })
  // Longer than any client keeps an idle connection, so that none is reset under a request.
  server.keepAliveTimeout = 120_000
  return { server, stop }
}

function answering(wiring: Wiring, stopped: AbortSignal) {
  const { faults, log } = wiring
  const isKnown = keyCheck(wiring.secretKey)
  const inProgress = new Set<string>()

  return async (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { method = 'GET', url = '/', headers } = request
    const { route, path, id, query } = dissect(method, url)
    const fault = faults.ofRequest(route)
    if (fault === 'drop-request') return request.socket.destroy()

    const key = method === 'POST' ? (header(headers['idempotency-key']) ?? null) : null
    const answer = await answerOrRefuse(async () => {
      if (!isKnown(header(headers.authorization))) throw wrongKey()
      const handle = wiring.routes[route]
      if (!handle) throw unknownPath(method, path)
      if (key !== null && inProgress.has(key)) throw keyInUse(key)
      const params = parseParams(method === 'POST' ? body : query)
      const fingerprint = key === null ? '' : hash('sha256', `${path}\n${body}`, 'base64')
      const call: Call = { path, id, params, key, fingerprint }
      if (key !== null) inProgress.add(key)
      try {
        if (fault) await suffer(fault, call, wiring.ledger, stopped)
        return await handle(call)
      } finally {
        if (key !== null) inProgress.delete(key)
      }
    }, log)
    if (fault === 'drop-response') return request.socket.destroy()
    send(response, answer, key)
  }
}

async function answerOrRefuse(act: () => Promise<Answer>, log: Log): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: error.body() }
    if (error instanceof Error && error.name === 'AbortError') throw error
    log.error({ err: error }, 'sandbox request failed')
    return { status: 500, body: serverError().body() }
  }
}

async function suffer(fault: RequestFault, call: Call, ledger: Ledger, stopped: AbortSignal) {
  if (typeof fault === 'object' && 'status' in fault) throw new ApiError(fault.status, fault.error)
  if (typeof fault === 'object') await sleep(fault.slow, undefined, { signal: stopped })
  if (fault === 'error-500' || fault === 'no-balance') {
    const error = fault === 'no-balance' ? noBalance() : serverError()
    // Kept for its key, like every answer to work that was begun.
    await ledger.keepAnswer(call, { status: error.status, body: error.body() })
    throw error
  }
  if (typeof fault === 'string') refuse(fault, call)
}

function refuse(fault: RequestFault & string, call: Call) {
  if (fault === 'error-400') throw unnamedRefusal()
  if (fault === 'error-401') throw wrongKey()
  if (fault === 'error-403') throw noPermission()
  if (fault === 'error-409') throw keyInUse(call.key ?? '')
  if (fault === 'error-429') throw rateLimited()
}

/** `/v1/payment_intents/pi_1/cancel` is the route `payment_intents/:id/cancel` with that id. */
function dissect(method: string, url: string) {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const query = mark < 0 ? '' : url.slice(mark + 1)
  const whole = path.replace(/^\/v1\/(billing_portal|radar)\//, '/v1/$1.')
  const [, version, resource, id, ...action] = whole.split('/')
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
  return (given: string | undefined) =>
    given !== undefined && timingSafeEqual(digest(given), expected)
}

let requestCount = 0

function send(response: ServerResponse, { status, body, replayed }: Answer, key: string | null) {
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
