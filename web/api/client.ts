import type { Endpoint, ParamsOf, ReplyOf, SentBodyOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { fillPath } from '#contract/fill-path.ts'

/**
 * A response that is not OK. Its message ("status: body") is for logs; failures.ts provides the
 * message for users.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly fields: FieldErrors | undefined
  /** The `message` of the response body. */
  readonly serverMessage: string | undefined
  /** Proof of work that the server requires before a retry. */
  readonly challenge: unknown

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`)
    this.name = 'ApiError'
    this.status = status
    const body = readObject(bodyText)
    this.code = nonEmptyText(body.code)
    this.serverMessage = nonEmptyText(body.message)
    this.fields = readFields(body.fields)
    this.challenge = body.challenge
  }
}

type WithKey<Key extends string, Value> = Value extends undefined
  ? { [K in Key]?: undefined }
  : { [K in Key]: Value }

/** Method and path are checked against the endpoint's type, so its schemas need not be loaded. */
export type Call<E extends Endpoint> = { method: E['method']; path: E['path'] } & WithKey<
  'params',
  ParamsOf<E>
> &
  WithKey<'body', SentBodyOf<E>>

/** `call<typeof readOrder>({ method: 'GET', path: apiPaths.order, params: { id } })` */
export async function call<E extends Endpoint>(
  request: Call<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  const params = (request.params ?? {}) as Record<string, string>
  const reply = await send(request.method, fillPath(request.path, params), request.body, signal)
  return reply as ReplyOf<E>
}

/** Sends a request with cookies. Resolves to the JSON reply, or undefined if the body is empty. */
export async function send(
  method: Endpoint['method'],
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  return (await fetchJson(method, path, body, signal)).body
}

/** Like send, but also returns the response headers. */
export async function fetchJson(
  method: Endpoint['method'],
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<{ body: unknown; headers: Headers }> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    ...requestOptions(body),
    ...(signal ? { signal } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, response.statusText, text)
  return { body: text ? JSON.parse(text) : undefined, headers: response.headers }
}

/** Files are sent unchanged with their own type; all other bodies are sent as JSON. */
function requestOptions(body: unknown): RequestInit {
  const headers = portalHeader()
  if (body === undefined) return headers ? { headers } : {}
  if (body instanceof Blob) return { headers: { ...headers, 'Content-Type': body.type }, body }
  return {
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** A browser can be logged in to both portals, so each request names its portal. */
function portalHeader(): Record<string, string> | undefined {
  const [, section] = globalThis.location?.pathname.split('/') ?? []
  return section === 'admin' || section === 'customer' ? { 'X-Portal': section } : undefined
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value ? value : undefined
}

function readFields(value: unknown): FieldErrors | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const messages = Object.entries(value).filter((entry): entry is [string, string] => {
    return nonEmptyText(entry[1]) !== undefined
  })
  return messages.length ? Object.fromEntries(messages) : undefined
}
