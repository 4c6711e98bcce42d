import Stripe from 'stripe'
import { toCardProblem } from '#server/adapters/stripe/card-errors.ts'
import { CardProblem } from '#server/modules/payments/port.ts'
import type { MemoryWorld } from './memory-world.ts'
import type { ApiAnswer, StoredFault } from './stripe-keys.ts'
import { MINUTE_MS } from './time.ts'

export type Answer = { isTaken: true } | { isTaken: false; problem: CardProblem }

type Request = { key: string; intentId: string; card: string }

const TIMEOUT_MS = 30_000
const fates = [
  'request lost',
  'answer lost',
  'request late',
  'kept 500 before',
  'kept 500 after',
  'asleep',
  'killed',
] as const

const nobodyKnows: Answer = { isTaken: false, problem: new CardProblem('unknown', 'no answer') }

/** Asks a card through a network that the dice rule. Whoever is killed meanwhile hears nothing. */
export function ask(world: MemoryWorld, request: Request, hear: (answer: Answer) => void) {
  const { dice } = world
  const state = world.providerState()
  if (state === 'down') return world.after(dice.between(10, TIMEOUT_MS), () => hear(nobodyKnows))
  const isFaulty = world.isFaulty && dice.chance(world.network)
  const fate = state === 'mute' ? 'answer lost' : isFaulty ? dice.pick(fates) : 'fine'
  if (fate === 'request lost' || fate === 'request late') {
    const arrives = TIMEOUT_MS + dice.between(1, 20 * MINUTE_MS)
    if (fate === 'request late') world.after(arrives, () => void charge(world, request, undefined))
    return world.after(TIMEOUT_MS, () => hear(nobodyKnows))
  }
  world.after(dice.between(20, 400), () => {
    const answer = charge(world, request, storedFault(fate))
    if (fate === 'killed') return
    if (fate === 'answer lost') return world.after(TIMEOUT_MS, () => hear(nobodyKnows))
    const back = fate === 'asleep' ? dice.between(MINUTE_MS, 12 * MINUTE_MS) : dice.between(5, 60)
    world.after(back, () => hear(answer))
  })
}

const storedFault = (fate: string): StoredFault =>
  fate === 'kept 500 before' ? 'before' : fate === 'kept 500 after' ? 'after' : undefined

function charge(world: MemoryWorld, { key, intentId, card }: Request, fault: StoredFault): Answer {
  const { ledger, keys } = world
  const act = () => ({ id: ledger.charge(intentId, card, key).id })
  const answer = keys.once(key, `${intentId} ${card}`, fault, act)
  return answer.status === 200 ? { isTaken: true } : { isTaken: false, problem: meaningOf(answer) }
}

/** By the shop's own adapter, of the error that the SDK would make of this answer. */
function meaningOf({ status, body, isReplayed }: ApiAnswer): CardProblem {
  const headers: Record<string, string> = isReplayed ? { 'idempotent-replayed': 'true' } : {}
  const { error } = JSON.parse(body)
  return toCardProblem(Stripe.errors.generateV1Error({ ...error, statusCode: status, headers }))
}
