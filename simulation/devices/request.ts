export type Request = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | ArrayBuffer
}

/** The part of a response that comes from the server. */
export type ServerResponse = { status: number; body: unknown; etag: string | null; at: number }
