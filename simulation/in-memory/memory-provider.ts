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
  'answer lost',
  'request late',
  'kept 500 before',
  'kept 500 after',
  'asleep',
  'killed',
] as const

const unknownResult: ChargeResult = {
  isCharged: false,
  problem: new CardProviderError('unknown', 'no answer'),
}

/** Asks a card through a network that the rng rule. Whoever is killed meanwhile hears nothing. */
export function sendCharge(
  world: MemoryWorld,
  request: Request,
  onResponse: (answer: ChargeResult) => void,
) {
  const { rng } = world
  const state = world.providerState()
  if (state === 'down')
    return world.after(rng.between(10, TIMEOUT_MS), () => onResponse(unknownResult))
  const isFaulty = world.isFaulty && rng.chance(world.network)
  const callOutcome =
    state === 'dropsResponses' ? 'answer lost' : isFaulty ? rng.pick(callOutcomes) : 'fine'
  if (callOutcome === 'request lost' || callOutcome === 'request late') {
    const arrives = TIMEOUT_MS + rng.between(1, 20 * MINUTE_MS)
    if (callOutcome === 'request late')
      world.after(arrives, () => void charge(world, request, undefined))
    return world.after(TIMEOUT_MS, () => onResponse(unknownResult))
  }
  world.after(rng.between(20, 400), () => {
    const answer = charge(world, request, storedFault(callOutcome))
    if (callOutcome === 'killed') return
    if (callOutcome === 'answer lost')
      return world.after(TIMEOUT_MS, () => onResponse(unknownResult))
    const back =
      callOutcome === 'asleep' ? rng.between(MINUTE_MS, 12 * MINUTE_MS) : rng.between(5, 60)
    world.after(back, () => onResponse(answer))
  })
}

const storedFault = (callOutcome: string): StoredFault =>
  callOutcome === 'kept 500 before'
    ? 'before'
    : callOutcome === 'kept 500 after'
      ? 'after'
      : undefined

function charge(
  world: MemoryWorld,
  { key, intentId, card }: Request,
  fault: StoredFault,
): ChargeResult {
  const { ledger, keys } = world
  const act = () => ({ id: ledger.charge(intentId, card, key).id })
  const answer = keys.once(key, `${intentId} ${card}`, fault, act)
  return answer.status === 200
    ? { isCharged: true }
    : { isCharged: false, problem: toProviderError(answer) }
}

/** By the shop's own adapter, of the error that the SDK would make of this answer. */
function toProviderError({ status, body, isReplayed }: ApiResponse): CardProviderError {
  const headers: Record<string, string> = isReplayed ? { 'idempotent-replayed': 'true' } : {}
  const { error } = JSON.parse(body)
  return toCardProviderError(
    Stripe.errors.generateV1Error({ ...error, statusCode: status, headers }),
  )
}
