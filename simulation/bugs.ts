import { CardProblem, type CardProvider } from '#server/modules/payments/port.ts'
import { settleIntent } from '#server/modules/payments/settle-intent.ts'
import { providerEvents } from '#server/modules/payments/tables.ts'
import { auditBugs } from './audit-bugs.ts'
import { type Bug, change, isSelect } from './bug.ts'
import { scenarios } from './scenarios.ts'
import type { Life } from './scheduler.ts'
import { HOUR_MS } from './time.ts'
import type { World } from './world.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

const inTheCode: Bug[] = [
  {
    name: 'no unique cycle',
    foundBy: scenarios.fairWeather,
    ddl: ['alter table cycles drop constraint cycles_subscription_id_cycle_pk'],
    hasOwnIds: true,
    tamper: () => ({ sql: (text) => text.replace(/ for (no key )?update$/, '') }),
  },
  {
    name: 'no cancel check',
    foundBy: scenarios.calledOff,
    tamper: () => ({
      rows(text, rows) {
        if (!isSelect(text, 'orders')) return
        change(text, rows, 'status', (was) => (was === 'cancelled' ? 'pending' : was))
      },
    }),
  },
  {
    name: 'key reused after 24 hours',
    foundBy: scenarios.silentDay,
    tamper: ({ scheduler }) => ({
      rows(text, rows) {
        if (!isSelect(text, 'charge_attempts')) return
        const young = scheduler.now - 22 * HOUR_MS
        change(text, rows, 'started_at', (was) =>
          new Date(Math.max(Date.parse(String(was)), young)).toISOString(),
        )
      },
    }),
  },
  {
    name: 'ledger not read after a backup',
    foundBy: scenarios.oldBackup,
    tamper: ({ scheduler }) => ({
      rows(text, rows) {
        if (!isSelect(text, 'engine_marks')) return
        change(text, rows, 'at', () => new Date(scheduler.now).toISOString())
      },
    }),
  },
  {
    name: 'no lease',
    foundBy: scenarios.fairWeather,
    tamper: () => ({
      sql(text, values) {
        if (!text.startsWith('with "due"')) return text
        const lease = values.findIndex((value) => UUID.test(String(value)))
        values[lease] = '00000000-0000-4000-8000-000000000000'
        return text.replace('"cycles"."leased_until" is null', 'true')
      },
    }),
  },
]

const atTheProvider: Bug[] = [
  {
    name: 'random key',
    foundBy: scenarios.fairWeather,
    cards: (port, { dice }) => ({
      ...port,
      chargeSaved: (charge, patience) =>
        port.chargeSaved({ ...charge, key: `key-${dice.next()}` }, patience),
    }),
  },
  {
    name: 'row after the call',
    foundBy: scenarios.fairWeather,
    cards: (port, world, life) => ({
      ...port,
      async chargeSaved(charge, patience) {
        const [row] = await world.scheduler.pass(life, () =>
          world.sql('delete from charge_attempts where key = $1 returning *', [charge.key]),
        )
        try {
          return await port.chargeSaved(charge, patience)
        } finally {
          await world.scheduler.pass(life, () =>
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
    name: 'timeout taken as failure',
    foundBy: scenarios.silentDay,
    cards: (port) => ({
      ...port,
      async chargeSaved(charge, patience) {
        try {
          return await port.chargeSaved(charge, patience)
        } catch (problem) {
          if (!(problem instanceof CardProblem) || problem.kind !== 'unknown') throw problem
          const decline = { chargeRef: charge.key, code: 'card_declined', message: 'declined' }
          throw new CardProblem('declined', 'declined', { decline })
        }
      },
    }),
  },
  {
    name: 'no amount check',
    foundBy: scenarios.otherSums,
    cards: (port, world, life) => ({
      ...port,
      readIntent: async (id, patience) => agreed(world, life, await port.readIntent(id, patience)),
      chargeSaved: async (charge, patience) =>
        agreed(world, life, await port.chargeSaved(charge, patience)),
    }),
  },
  {
    name: 'refund asked for twice',
    foundBy: scenarios.lostAnswers,
    cards: (port, { dice }) => ({
      ...port,
      refundsOf: async () => [],
      refund: (wish, patience) => port.refund({ ...wish, key: `key-${dice.next()}` }, patience),
    }),
  },
]

/** Whatever the sum is, it is taken for the one that was agreed on. */
async function agreed<T extends { id: string; amountCents: number }>(
  world: World,
  life: Life,
  intent: T,
): Promise<T> {
  const [payment] = await world.scheduler.pass(life, () =>
    world.sql<{ cents: number }>(
      'select amount_cents as cents from payments where intent_id = $1',
      [intent.id],
    ),
  )
  return { ...intent, amountCents: payment?.cents ?? intent.amountCents }
}

/** What a message failed to do is otherwise done when the provider's list of events is read. */
const withoutEvents = (port: CardProvider): CardProvider => ({
  ...port,
  eventsBetween: async () => [],
})

const atTheDoor: Bug[] = [
  {
    name: 'webhook marked before its effect',
    foundBy: scenarios.handRefunds,
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
      if (marked.length > 0) await settleIntent(to.deps, intentId, 'worker')
    },
  },
  {
    name: 'acknowledged before commit',
    foundBy: scenarios.handRefunds,
    cards: withoutEvents,
    async webhook(to, { body, signature, acknowledge }) {
      acknowledge()
      await to.webhook(body, signature).catch(() => {})
    },
  },
]

export const bugs: readonly Bug[] = [...inTheCode, ...atTheProvider, ...atTheDoor, ...auditBugs]
