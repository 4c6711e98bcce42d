import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import Stripe from 'stripe'

type ResponseHeaders = ReturnType<Stripe.HttpClientResponse['getHeaders']>

/** Shorter than any server keeps an idle connection, so that none is reset under a request. */
const agentOptions = { keepAlive: true, timeout: 20_000, scheduling: 'lifo' as const }

/**
 * How the SDK reaches the provider. Its own client counts silence, not time, and repeats a request
 * whose connection was closed even when told not to retry; a buyer is promised an end after five
 * seconds in all, and every repetition is the caller's decision.
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
        reject(broken(error))
      }
      request.on('error', fail)
      request.on('response', (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          body += chunk
        })
        response.on('error', fail)
        response.on('end', () => {
          clearTimeout(deadline)
          resolve(new WholeResponse(response.statusCode ?? 0, response.headers, body))
        })
      })
      request.end(requestData)
    })
  }
}

class WholeResponse extends Stripe.HttpClientResponse {
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

/** The SDK looks for ECONNRESET and EPIPE to repeat by itself: under another name it does not. */
function broken(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const isTimeout = code === Stripe.HttpClient.TIMEOUT_ERROR_CODE
  return isTimeout ? (error as Error) : new Error('connection broken', { cause: error })
}
