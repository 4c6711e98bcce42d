import { type CardProvider, CardProviderError } from '#server/modules/payments/port.ts'
import { settleIntent } from '#server/modules/payments/settle/settle-intent.ts'
import { providerEvents } from '#server/modules/payments/tables.ts'
import type { RunContext } from '../run-context.ts'
import { scenarios } from '../scenarios.ts'
import type { ProcessHandle } from '../scheduler.ts'
import { HOUR_MS } from '../time.ts'
import { auditMutants } from './audit-mutants.ts'
import { creditMutants } from './credit-mutants.ts'
import { dayMutants } from './day-mutants.ts'
import { moneyMutants } from './money-mutants.ts'
import { changeColumn, isSelect, type Mutant } from './mutant.ts'
import { officeMutants } from './office-mutants.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

const codeMutants: Mutant[] = [
  {
    name: 'no unique cycle',
    foundBy: scenarios.noFaults,
    ddl: ['alter table cycles drop constraint cycles_subscription_id_cycle_pk'],
    hasOwnIds: true,
    interceptor: () => ({ sql: (text) => text.replace(/ for (no key )?update$/, '') }),
  },
  {
    name: 'no cancel check',
    foundBy: scenarios.cancelledOrders,
    interceptor: () => ({
      rows(text, rows) {
        if (!isSelect(text, 'orders')) return
        changeColumn(text, rows, 'status', (status) =>
          status === 'cancelled' ? 'pending' : status,
        )
      },
    }),
  },
  {
    name: 'key reused after 24 hours',
    foundBy: scenarios.responsesLostForADay,
    interceptor: ({ scheduler }) => ({
      rows(text, rows) {
        if (!isSelect(text, 'charge_attempts')) return
        const recent = scheduler.now - 22 * HOUR_MS
        changeColumn(text, rows, 'started_at', (startedAt) =>
          new Date(Math.max(Date.parse(String(startedAt)), recent)).toISOString(),
        )
      },
    }),
  },
  {
    name: 'ledger not read after a backup',
    foundBy: scenarios.oldBackup,
    interceptor: ({ scheduler }) => ({
      rows(text, rows) {
        if (!isSelect(text, 'engine_heartbeats')) return
        changeColumn(text, rows, 'at', () => new Date(scheduler.now).toISOString())
      },
    }),
  },
  {
    name: 'no lease',
    foundBy: scenarios.noFaults,
    interceptor: () => ({
      sql(text, values) {
        if (!text.startsWith('with "due"')) return text
        const lease = values.findIndex((value) => UUID.test(String(value)))
        values[lease] = '00000000-0000-4000-8000-000000000000'
        return text.replace('"cycles"."leased_until" is null', 'true')
      },
    }),
  },
]

const catalogMutants: Mutant[] = [
  {
    name: 'list price instead of the agreed price',
    foundBy: scenarios.catalogChanges,
    interceptor: () => ({
      rows(text, rows) {
        if (!isSelect(text, 'subscription_items')) return
        changeColumn(text, rows, 'agreed_cents', () => 1_000_000)
      },
    }),
  },
  {
    name: 'sold-out products are ordered',
    foundBy: scenarios.catalogChanges,
    interceptor: () => ({
      rows(text, rows) {
        if (isSelect(text, 'products')) changeColumn(text, rows, 'is_sold_out', () => false)
      },
    }),
  },
]

const providerMutants: Mutant[] = [
  {
    name: 'random key',
    foundBy: scenarios.noFaults,
    cards: (port, { rng }) => ({
      ...port,
      chargeSavedCard: (charge, profile) =>
        port.chargeSavedCard({ ...charge, idempotencyKey: `key-${rng.next()}` }, profile),
    }),
  },
  {
    name: 'row after the call',
    foundBy: scenarios.noFaults,
    cards: (port, world, handle) => ({
      ...port,
      async chargeSavedCard(charge, profile) {
        const [row] = await world.scheduler.enqueue(handle, () =>
          world.sql('delete from charge_attempts where key = $1 returning *', [
            charge.idempotencyKey,
          ]),
        )
        try {
          return await port.chargeSavedCard(charge, profile)
        } finally {
          await world.scheduler.enqueue(handle, () =>
            world.sql(
              'insert into charge_attempts select * from jsonb_populate_record(null::charge_attempts, $1)',
              [JSON.stringify(row)],
            ),
          )
        }
      },
    }),
  },
  {
    name: 'timeout treated as a decline',
    foundBy: scenarios.responsesLostForADay,
    cards: (port) => ({
      ...port,
      async chargeSavedCard(charge, profile) {
        try {
          return await port.chargeSavedCard(charge, profile)
        } catch (problem) {
          if (!(problem instanceof CardProviderError) || problem.kind !== 'unknown') throw problem
          const decline = {
            chargeRef: charge.idempotencyKey,
            code: 'card_declined',
            message: 'declined',
          }
          throw new CardProviderError('declined', 'declined', { decline })
        }
      },
    }),
  },
  {
    name: 'no amount check',
    foundBy: scenarios.amountChanges,
    cards: (port, world, handle) => ({
      ...port,
      readIntent: async (id, profile) =>
        withExpectedAmount(world, handle, await port.readIntent(id, profile)),
      chargeSavedCard: async (charge, profile) =>
        withExpectedAmount(world, handle, await port.chargeSavedCard(charge, profile)),
    }),
  },
  {
    name: 'refund requested twice',
    foundBy: scenarios.lostResponses,
    cards: (port, { rng }) => ({
      ...port,
      listRefunds: async () => [],
      refund: (refund, profile) =>
        port.refund({ ...refund, idempotencyKey: `key-${rng.next()}` }, profile),
    }),
  },
]

/** Replaces the amount of an intent by the expected one. */
async function withExpectedAmount<T extends { id: string; amountCents: number }>(
  world: RunContext,
  handle: ProcessHandle,
  intent: T,
): Promise<T> {
  const [payment] = await world.scheduler.enqueue(handle, () =>
    world.sql<{ cents: number }>(
      'select amount_cents as cents from payments where intent_id = $1',
      [intent.id],
    ),
  )
  return { ...intent, amountCents: payment?.cents ?? intent.amountCents }
}

/** Otherwise the job that lists the provider's events would repair the failed webhook. */
const withoutEvents = (port: CardProvider): CardProvider => ({
  ...port,
  eventsBetween: async () => [],
})

const webhookMutants: Mutant[] = [
  {
    name: 'webhook marked before its effect',
    foundBy: scenarios.manualRefunds,
    cards: withoutEvents,
    async webhook(to, { body, signature }) {
      const { cards, clock } = to.deps
      const { id, type, intentId, customerRef } = cards.readEvent(body, signature, clock.now())
      if (customerRef || !intentId) return to.webhook(body, signature)
      const marked = await to.deps.db
        .insert(providerEvents)
        .values({ id, type, intentId, receivedAt: to.deps.clock.now() })
        .onConflictDoNothing()
        .returning({ id: providerEvents.id })
      if (marked.length > 0) await settleIntent(to.deps, intentId, 'background')
    },
  },
  {
    name: 'acknowledged before commit',
    foundBy: scenarios.manualRefunds,
    cards: withoutEvents,
    async webhook(to, { body, signature, acknowledge }) {
      acknowledge()
      await to.webhook(body, signature).catch(() => {})
    },
  },
]

export const mutants: readonly Mutant[] = [
  ...codeMutants,
  ...catalogMutants,
  ...providerMutants,
  ...webhookMutants,
  ...auditMutants,
  ...creditMutants,
  ...moneyMutants,
  ...officeMutants,
  ...dayMutants,
]
