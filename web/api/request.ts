import { type Fields, toFields } from './adapt/read.ts'

/**
 * A response that is not OK. Its message ("status: body") is for logs; failures.ts provides the
 * message for users.
 */
export class ApiError extends Error {
  readonly status: number
  /** The response body, or an empty object if it is not a JSON object. */
  readonly body: Fields

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.body = readObject(bodyText)
  }
}

type Reply = { body: unknown; headers: Headers }

/** Sends a request with cookies. The JSON of an empty response is undefined. */
export async function request(path: string, options?: RequestInit): Promise<Reply> {
  const response = await fetch(path, { credentials: 'include', ...options })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, response.statusText, text)
  return { body: text ? JSON.parse(text) : undefined, headers: response.headers }
}

function readObject(text: string): Fields {
  try {
    return toFields(JSON.parse(text))
  } catch {
    return {}
  }
}
