import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import Stripe from 'stripe'

type ResponseHeaders = ReturnType<Stripe.HttpClientResponse['getHeaders']>

/** Shorter than any server's keep-alive, so that no connection is reset during a request. */
const agentOptions = { keepAlive: true, timeout: 20_000, scheduling: 'lifo' as const }

/**
 * HTTP client of the SDK. The SDK's own client limits idle time instead of total time, and retries
 * after a closed connection even with retries disabled. Checkout requests must end after five
 * seconds in total, and only the caller may retry.
 */
export class DeadlineClient extends Stripe.HttpClient {
  private readonly http = new HttpAgent(agentOptions)
  private readonly https = new HttpsAgent(agentOptions)

  override getClientName() {
    return 'node'
  }

  override makeRequest(
    host: string,
    port: string,
    path: string,
    method: string,
    headers: object,
    requestData: string,
    protocol: string,
    timeout: number,
  ): Promise<Stripe.HttpClientResponse> {
    const secure = protocol !== 'http'
    const options: RequestOptions = { host, port, path, method, headers: { ...headers } }
    options.agent = secure ? this.https : this.http
    return new Promise((resolve, reject) => {
      const request = secure ? requestHttps(options) : requestHttp(options)
      const deadline = setTimeout(
        () => request.destroy(Stripe.HttpClient.makeTimeoutError()),
        timeout,
      )
      const fail = (error: unknown) => {
        clearTimeout(deadline)
        reject(connectionError(error))
      }
      request.on('error', fail)
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', fail)
        response.on('end', () => {
          clearTimeout(deadline)
          const body = Buffer.concat(chunks).toString()
          resolve(new BufferedResponse(response.statusCode ?? 0, response.headers, body))
        })
      })
      request.end(requestData)
    })
  }
}

class BufferedResponse extends Stripe.HttpClientResponse {
  private readonly body: string

  constructor(status: number, headers: object, body: string) {
    super(status, headers as ResponseHeaders)
    this.body = body
  }

  override getRawResponse() {
    return {}
  }

  override async toJSON() {
    return this._parseResponseBody(this.body)
  }
}

/** The SDK retries ECONNRESET and EPIPE on its own; an error without these codes prevents that. */
function connectionError(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const isTimeout = code === Stripe.HttpClient.TIMEOUT_ERROR_CODE
  return isTimeout ? (error as Error) : new Error('connection broken', { cause: error })
}
