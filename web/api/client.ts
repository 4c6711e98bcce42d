import type { Endpoint, ParamsOf, ReplyOf, SentBodyOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { fillPath } from '#contract/fill-path.ts'

/**
 * An answer that is not OK. Its message is made for logs ("status: body"); what people read comes
 * from failures.ts.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly fields: FieldErrors | undefined
  /** The body's own `message`, the words that the server chose. */
  readonly serverMessage: string | undefined
  /** Work that the server wants done before the same call is made again. */
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

/** One call with cookies; resolves to the JSON that came back, or undefined when nothing did. */
export async function send(
  method: Endpoint['method'],
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  return (await fetchJson(method, path, body, signal)).body
}

/** The same, for who also reads what stands in the answer's headers. */
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

/** A file goes as it is, with the type that it has; everything else as JSON. */
function requestOptions(body: unknown): RequestInit {
  const headers = portalHeader()
  if (body === undefined) return headers ? { headers } : {}
  if (body instanceof Blob) return { headers: { ...headers, 'Content-Type': body.type }, body }
  return {
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** A browser may be logged in to both portals: their pages say for which of them they ask. */
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
  const said = Object.entries(value).filter((entry): entry is [string, string] => {
    return nonEmptyText(entry[1]) !== undefined
  })
  return said.length ? Object.fromEntries(said) : undefined
}
