import type { Endpoint } from '#contract/endpoint.ts'
import { type Call, call as callOnce, send as sendOnce } from '../client.ts'
import { withConfirmation } from './confirmation.ts'

/** The requests of the staff portal: each may ask for a confirmation and is then sent again. */
export const call = <E extends Endpoint>(request: Call<E>, signal?: AbortSignal) =>
  withConfirmation(() => callOnce<E>(request, signal))

export const send = (...request: Parameters<typeof sendOnce>) =>
  withConfirmation(() => sendOnce(...request))
