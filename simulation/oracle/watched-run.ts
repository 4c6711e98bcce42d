import type { RunContext } from '../run-context.ts'
import type { Oracle } from './oracle.ts'

/** A run with the oracle that watches it. */
export type WatchedRun = RunContext & { readonly oracle: Oracle }
