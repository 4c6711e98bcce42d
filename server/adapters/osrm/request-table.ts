import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** More than a table of a hundred points ever has. */
const MAX_BYTES = 2_000_000

/** A table that could not be used; a retry may help if the server was busy. */
export class TableError extends Error {
  readonly isTemporary: boolean

  constructor(message: string, isTemporary: boolean) {
    super(message)
    this.isTemporary = isTemporary
  }
}

/** Requests one table as JSON. Redirects are not followed: only the configured server is asked. */
export function requestJson(url: string, timeoutMs: number): Promise<unknown> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const fail = (message: string, isTemporary = false) =>
      reject(new TableError(message, isTemporary))
    const signal = AbortSignal.timeout(timeoutMs)
    const call = request(url, { signal, headers: { accept: 'application/json' } }, (response) => {
      const { statusCode = 0 } = response
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_BYTES) call.destroy(new Error('the response is too large'))
        else chunks.push(chunk)
      })
      response.on('error', (error) => fail(error.message, true))
      response.on('end', () => {
        const isBusy = statusCode === 429 || statusCode >= 500
        if (statusCode !== 200) fail(`status ${statusCode}`, isBusy)
        else resolveJson(Buffer.concat(chunks).toString(), resolve, fail)
      })
    })
    call.on('error', (error) => fail(signal.aborted ? 'no response in time' : error.message, true))
    call.end()
  })
}

function resolveJson(
  text: string,
  resolve: (value: unknown) => void,
  fail: (message: string) => void,
): void {
  try {
    resolve(JSON.parse(text))
  } catch {
    fail('the response is not JSON')
  }
}
