type ErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'

export type ErrorFields = {
  message: string
  type?: ErrorType
  code?: string
  param?: string
  [extra: string]: unknown
}

/** An error in the format of Stripe's API. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: ErrorFields

  constructor(status: number, fields: ErrorFields) {
    super(fields.message)
    this.name = 'ApiError'
    this.status = status
    this.fields = { type: 'invalid_request_error', ...fields }
  }

  body(): string {
    return JSON.stringify({ error: this.fields })
  }
}

const idParam = (type: string) => (type === 'payment_intent' ? 'intent' : 'id')

/** 404 for an id in the path, 400 for an id in a parameter. */
export const missing = (type: string, id: string, param?: string) =>
  new ApiError(param ? 400 : 404, {
    code: 'resource_missing',
    message: `No such ${type}: '${id}'`,
    param: param ?? idParam(type),
  })

export const missingParam = (param: string) =>
  new ApiError(400, {
    code: 'parameter_missing',
    message: `Missing required param: ${param}.`,
    param,
  })

export const unexpectedState = (message: string, intent: { object: string }) =>
  new ApiError(400, {
    code: `${intent.object}_unexpected_state`,
    message,
    [intent.object]: intent,
  })

export const wrongKey = () =>
  new ApiError(401, { message: 'Invalid API Key provided to the card sandbox.' })

export const noPermission = () =>
  new ApiError(403, {
    message: 'The provided key does not have the required permissions for this endpoint.',
  })

/** Some of Stripe's errors have neither a code nor a parameter. */
export const unnamedRejection = () => new ApiError(400, { message: 'This request was refused.' })

export const noBalance = () =>
  new ApiError(400, {
    code: 'balance_insufficient',
    message:
      'You have insufficient funds in your Stripe account. One likely reason you have insufficient funds is that your funds are automatically being paid out.',
  })

export const unknownPath = (method: string, path: string) =>
  new ApiError(404, { message: `Unrecognized request URL (${method}: ${path}).` })

export const keyInUse = (key: string) =>
  new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotency Key (${key}).`,
  })

export const keyReused = (key: string) =>
  new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with: ${key}`,
  })

export const serverError = () =>
  new ApiError(500, { type: 'api_error', message: 'An unknown error occurred in the sandbox.' })

export const rateLimited = () =>
  new ApiError(429, { code: 'rate_limit', message: 'Request rate limit exceeded.' })
