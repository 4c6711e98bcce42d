import type { Answer, Once } from './ledger.ts'
import type { Params } from './params.ts'

/** One request to the API, its path taken apart. */
export type Call = Once & { path: string; id: string; params: Params }

/** Keyed by method and path, for instance `POST payment_intents/:id/cancel`. */
export type Routes = Record<string, (call: Call) => Promise<Answer>>
