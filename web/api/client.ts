import type { Endpoint, ParamsOf, ReplyOf, SentBodyOf } from '#contract/endpoint.ts'
import { fillPath } from '#contract/fill-path.ts'
import { request } from './request.ts'

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
  { method, path, params = {}, body }: Call<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  const filledPath = fillPath(path, params as Record<string, string>)
  return (await send(method, filledPath, body, signal)) as ReplyOf<E>
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
export function fetchJson(
  method: Endpoint['method'],
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<{ body: unknown; headers: Headers }> {
  return request(path, { method, ...requestOptions(body), ...(signal ? { signal } : {}) })
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
