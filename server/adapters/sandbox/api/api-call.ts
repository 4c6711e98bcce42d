import type { ApiResponse, Idempotency } from '../ledger.ts'
import type { Params } from './params.ts'

/** A parsed request to the API. */
export type ApiCall = Idempotency & { path: string; id: string; params: Params }

/** Handlers by method and path, for example `POST payment_intents/:id/cancel`. */
export type Routes = Record<string, (call: ApiCall) => Promise<ApiResponse>>
