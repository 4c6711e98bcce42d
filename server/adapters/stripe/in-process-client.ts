import Stripe from 'stripe'
import { BufferedResponse, connectionError } from './deadline-client.ts'

/** Handles a request in this process. Returns undefined if the connection is to break. */
type Handle = (request: {
  method: string
  url: string
  authorization: string | undefined
  idempotencyKey: string | undefined
  body: string
}) => Promise<{ status: number; headers: object; body: string } | undefined>

/**
 * HTTP client of the SDK for an API in the same process, such as the sandbox. Two HTTP messages through
 * a socket would take longer than the API itself. Deadlines and broken connections are the same.
 */
export class InProcessClient extends Stripe.HttpClient {
  private readonly handle: Handle

  constructor(handle: Handle) {
    super()
    this.handle = handle
  }

  override getClientName() {
    return 'node'
  }

  override async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: object,
    requestData: string,
    _protocol: string,
    timeout: number,
  ): Promise<Stripe.HttpClientResponse> {
    const sent = headers as Partial<Record<string, string>>
    const response = this.handle({
      method,
      url: path,
      authorization: sent.Authorization,
      idempotencyKey: sent['Idempotency-Key'],
      body: requestData,
    })
    try {
      const result = await withDeadline(response, timeout)
      if (!result) throw new Error('the connection was closed without a response')
      return new BufferedResponse(result.status, result.headers, result.body)
    } catch (error) {
      throw connectionError(error)
    }
  }
}

function withDeadline<T>(response: Promise<T>, timeout: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => reject(Stripe.HttpClient.makeTimeoutError()), timeout)
    response.finally(() => clearTimeout(deadline)).then(resolve, reject)
  })
}
