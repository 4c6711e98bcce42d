import { sql } from 'drizzle-orm'
import { chargeableFrom, reminderDate, shopInstant } from '#contract/dates/shop-calendar.ts'
import { importedConsent } from '#contract/subscriptions/consent.ts'
import { calendarFor } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import {
  isDuplicateOrderNumber,
  type OrderDraft,
  writeOrder,
} from '#server/modules/orders/index.ts'
import { createCyclePayment } from '#server/modules/payments/index.ts'
import type { SavedCard } from '../card/sync-default-card.ts'
import { deliveryDateFinder } from '../cycle-dates.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { consents, cycles, subscriptionItems, subscriptions } from '../tables.ts'
import type { ImportedTerms, SubscriptionImport } from './plan-imported.ts'

type StartDeps = Pick<SubscriptionDeps, 'clock' | 'random' | 'shop' | 'account'>

type Start = { imported: SubscriptionImport; terms: ImportedTerms; card: SavedCard; ip: string }

/**
 * Rule 67: starts the subscription once the customer agreed and saved a card. Its first order is
 * also its cycle 1, so that the engine charges it on its date like every later delivery.
 */
export async function startImported(tx: Tx, deps: StartDeps, start: Start): Promise<string> {
  const { imported, terms, card } = start
  const id = await insertFirstOrder(tx, deps, start)
  const { totalCents } = terms.price
  const { customerId } = imported
  await createCyclePayment(tx, deps, {
    orderId: id,
    totalCents,
    customerRef: card.customerRef,
    customerId,
    // The customer agreed to pay by card.
    netDays: null,
  })
  await insertConsent(tx, deps, id, start)
  await insertSubscription(tx, deps, id, start)
  await queueReminder(tx, deps, id, terms.deliveryDate)
  await tx.execute(sql`select pg_notify('carboy_cycle', '')`)
  return id
}

const MAX_ID_ATTEMPTS = 20

/** Tries another id if the order number exists; a savepoint protects the rest of the transaction. */
async function insertFirstOrder(
  tx: Tx,
  deps: StartDeps,
  { imported, terms }: Start,
): Promise<string> {
  const { items: _items, nextDate: _nextDate, notes: _notes, frequency, ...contact } = imported
  const draft: Omit<OrderDraft, 'id'> = {
    details: {
      ...contact,
      deliveryDate: terms.deliveryDate,
      deliveryWindow: null,
      isRecurring: true,
      recurringFrequency: frequency,
    },
    price: terms.price,
    lines: terms.lines,
  }
  for (let attempt = 0; ; attempt++) {
    const id = deps.random.uuid()
    try {
      await tx.transaction((inner) => writeOrder(inner, deps, { id, parentOrderId: id, ...draft }))
      return id
    } catch (err) {
      if (attempt === MAX_ID_ATTEMPTS || !isDuplicateOrderNumber(err)) throw err
    }
  }
}

async function insertConsent(tx: Tx, deps: StartDeps, id: string, { terms, ip }: Start) {
  const { totalCents } = terms.price
  const { frequency } = terms.cadence
  const { deliveryDate } = terms
  const { calendar } = deps.shop
  await tx.insert(consents).values({
    orderId: id,
    text: importedConsent({ totalCents, frequency, deliveryDate, calendar }).join(' '),
    totalCents,
    ip,
    isSignedIn: false,
    givenAt: deps.clock.now(),
  })
}

async function insertSubscription(
  tx: Tx,
  deps: StartDeps,
  id: string,
  { imported, terms, card }: Start,
): Promise<void> {
  const now = deps.clock.now()
  const { calendar } = deps.shop
  const { cadence, deliveryDate: date } = terms
  const first = { cycle: 1, date, status: 'ordered' as const }
  const { customerId, customerName, customerPhone } = imported
  const { deliveryAddress, deliveryCity, deliveryState, deliveryZip } = imported
  await tx.insert(subscriptions).values({
    id,
    status: 'active',
    ...cadence,
    nextCycle: 2,
    nextDate: deliveryDateFinder(cadence, [first], calendarFor(deps.shop, imported.deliveryZip))(2),
    customerId,
    customerName,
    customerPhone,
    deliveryAddress,
    deliveryCity,
    deliveryState,
    deliveryZip,
    deliveryNotes: imported.notes || null,
    ...card,
    providerAccount: deps.account ?? null,
    usesDefaultCard: false,
    createdAt: now,
    updatedAt: now,
  })
  await tx
    .insert(subscriptionItems)
    .values(terms.items.map((item, position) => ({ subscriptionId: id, position, ...item })))
  await tx.insert(cycles).values({
    subscriptionId: id,
    ...first,
    orderId: id,
    dueAt: chargeableFrom(calendar, date),
    createdAt: now,
    updatedAt: now,
  })
}

/** The order exists earlier than a planned one would, but its reminder comes at the same time. */
async function queueReminder(tx: Tx, deps: StartDeps, id: string, date: string): Promise<void> {
  const { calendar } = deps.shop
  const remindAt = shopInstant(calendar, reminderDate(calendar, date), 0)
  const delayMs = Math.max(0, remindAt.getTime() - deps.clock.now().getTime())
  await queueEmail(tx, deps, { kind: 'delivery_reminder', subjectId: id, delayMs })
}
