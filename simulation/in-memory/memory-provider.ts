import Stripe from 'stripe'
import { toCardProviderError } from '#server/adapters/stripe/card-errors.ts'
import { CardProviderError } from '#server/modules/payments/port.ts'
import type { ApiResponse, StoredFault } from '../provider/idempotency-keys.ts'
import { MINUTE_MS } from '../time.ts'
import type { MemoryWorld } from './memory-world.ts'

export type ChargeResult = { isCharged: true } | { isCharged: false; problem: CardProviderError }

type Request = { key: string; intentId: string; card: string }

const TIMEOUT_MS = 30_000
const callOutcomes = [
  'request lost',
  'response lost',
  'request late',
  'stored 500 before',
  'stored 500 after',
  'asleep',
  'killed',
] as const

const unknownResult: ChargeResult = {
  isCharged: false,
  problem: new CardProviderError('unknown', 'no response'),
}

/** Charges a card through the simulated network. A killed worker gets no response. */
export function sendCharge(
  world: MemoryWorld,
  request: Request,
  onResponse: (result: ChargeResult) => void,
) {
  const { rng } = world
  const state = world.providerState()
  if (state === 'down')
    return world.after(rng.between(10, TIMEOUT_MS), () => onResponse(unknownResult))
  const isFaulty = world.isFaulty && rng.chance(world.network)
  const callOutcome =
    state === 'dropping responses' ? 'response lost' : isFaulty ? rng.pick(callOutcomes) : 'fine'
  if (callOutcome === 'request lost' || callOutcome === 'request late') {
    const arrivalDelayMs = TIMEOUT_MS + rng.between(1, 20 * MINUTE_MS)
    if (callOutcome === 'request late')
      world.after(arrivalDelayMs, () => void charge(world, request, undefined))
    return world.after(TIMEOUT_MS, () => onResponse(unknownResult))
  }
  world.after(rng.between(20, 400), () => {
    const result = charge(world, request, storedFault(callOutcome))
    if (callOutcome === 'killed') return
    if (callOutcome === 'response lost')
      return world.after(TIMEOUT_MS, () => onResponse(unknownResult))
    const responseMs =
      callOutcome === 'asleep' ? rng.between(MINUTE_MS, 12 * MINUTE_MS) : rng.between(5, 60)
    world.after(responseMs, () => onResponse(result))
  })
}

const storedFault = (callOutcome: string): StoredFault =>
  callOutcome === 'stored 500 before'
    ? 'before'
    : callOutcome === 'stored 500 after'
      ? 'after'
      : undefined

function charge(
  world: MemoryWorld,
  { key, intentId, card }: Request,
  fault: StoredFault,
): ChargeResult {
  const { ledger, keys } = world
  const act = () => ({ id: ledger.charge(intentId, card, key).id })
  const response = keys.once(key, `${intentId} ${card}`, fault, act)
  return response.status === 200
    ? { isCharged: true }
    : { isCharged: false, problem: toProviderError(response) }
}

/** Maps the error that the SDK would throw for this response, with the shop's adapter. */
function toProviderError({ status, body, isReplayed }: ApiResponse): CardProviderError {
  const headers: Record<string, string> = isReplayed ? { 'idempotent-replayed': 'true' } : {}
  const { error } = JSON.parse(body)
  return toCardProviderError(
    Stripe.errors.generateV1Error({ ...error, statusCode: status, headers }),
  )
}
