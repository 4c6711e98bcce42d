/** A response as far as the driver's app reads it. A request that got none rejects. */
export type ApiResponse = {
  status: number
  /** The parsed JSON; undefined if there is none. */
  body: unknown
  etag: string | null
  /** How long the server asks to wait. */
  retryAfterMs: number
  /** The server's clock minus the phone's; null if it is unknown. */
  skewMs: number | null
}

export type DriverApi = {
  signIn: (token: string) => Promise<ApiResponse>
  /** Who is logged in, if this phone has a login without its driver. */
  signInAgain: () => Promise<ApiResponse>
  signOut: () => Promise<ApiResponse>
  /** With `takesOver` this phone has the route again after another one loaded it. */
  readRoute: (etag: string | null, takesOver?: boolean) => Promise<ApiResponse>
  sendEvents: (uploadKey: string, body: string) => Promise<ApiResponse>
  sendPhoto: (uploadKey: string, hash: string, bytes: ArrayBuffer) => Promise<ApiResponse>
}

/** A field of a response, which may not be the server's: nothing about it is certain. */
export const readField = ({ body }: ApiResponse, name: 'code' | 'message'): unknown =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined

/** Failures of the server have a code; those of proxies and public networks do not. */
export const isOwnFailure = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'

/** A request without a response for so long has failed; the next attempt may find a better cell. */
const TIMEOUT_MS = 30_000

export const driverApi: DriverApi = {
  signIn: (token) => request('POST', '/api/driver/sign-in', json({ token })),
  signInAgain: () => request('POST', '/api/driver/sign-in-again', {}),
  signOut: () => request('POST', '/api/driver/sign-out', {}),
  readRoute: (etag, takesOver = false) =>
    request('GET', `/api/driver/route${takesOver ? '?takeOver=true' : ''}`, {
      headers: etag ? { 'If-None-Match': etag } : {},
    }),
  sendEvents: (uploadKey, body) =>
    request('POST', '/api/driver/events', {
      body,
      headers: { 'Content-Type': 'application/json', 'X-Upload-Key': uploadKey },
    }),
  sendPhoto: (uploadKey, hash, bytes) =>
    request('PUT', `/api/driver/photos/${hash}`, {
      body: bytes,
      headers: { 'Content-Type': 'image/jpeg', 'X-Upload-Key': uploadKey },
    }),
}

const json = (body: object): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
})

async function request(method: string, path: string, options: RequestInit): Promise<ApiResponse> {
  const startedAt = Date.now()
  const response = await fetch(path, {
    method,
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...options,
  })
  const headersAt = Date.now()
  const body = parseJson(await response.text())
  // Pages of a public network have their own clock, which may be years off.
  const isOwn = body !== undefined || response.status === 204 || response.status === 304
  return {
    status: response.status,
    body,
    etag: response.headers.get('etag'),
    retryAfterMs: (Number(response.headers.get('retry-after')) || 0) * 1000,
    skewMs: isOwn ? measureSkew(response.headers.get('date'), startedAt, headersAt) : null,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A slower round trip is not used to measure the clock. */
const MAX_ROUND_TRIP_MS = 10_000

/** The Date header has whole seconds, so half of one is added; the request took half the round trip. */
export function measureSkew(
  date: string | null,
  startedAt: number,
  headersAt: number,
): number | null {
  const serverAt = Date.parse(date ?? '')
  if (Number.isNaN(serverAt)) return null
  // A clock that was set in between makes a negative round trip.
  if (headersAt < startedAt || headersAt - startedAt > MAX_ROUND_TRIP_MS) return null
  return Math.round(serverAt + 500 - (startedAt + headersAt) / 2)
}
