import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import { importedConsent } from '#contract/subscriptions/consent.ts'
import type { Tx } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import {
  CardProviderError,
  callProvider,
  withCheckoutDeadline,
} from '#server/modules/payments/index.ts'
import { planImported, startImported } from '#server/modules/subscriptions/index.ts'
import type { ImportDeps } from '../deps.ts'
import { type ImportedRow, importedSubscriptions } from '../tables.ts'
import { findAgreement, lockAgreement, toImported } from './find-agreement.ts'
import { hasSubscription } from './has-subscription.ts'

type Answer = { answer: 'agree'; total: string; firstDelivery: string } | { answer: 'decline' }

type Outcome = {
  status: 'agreed' | 'declined'
  subscriptionId: string | null
  deliveryDate: string | null
}

/**
 * Stores the customer's answer, once. The card is read from the provider before the row is locked;
 * the row lock decides between two tabs, and between the customer and staff who remove the line.
 */
export async function answerAgreement(
  deps: ImportDeps,
  token: string,
  answer: Answer,
  ip: string,
): Promise<Outcome> {
  const found = await findAgreement(deps.db, deps, token)
  const card =
    answer.answer === 'agree' && found.status === 'waiting'
      ? await readCard(deps, found)
      : undefined
  return deps.db.transaction(async (tx) => {
    const row = await lockAgreement(tx, deps, token)
    if (row.status !== 'waiting') return repeatOutcome(row, answer)
    if (answer.answer === 'decline') return decline(tx, deps, row)
    // Another tab has started to enter a different card since.
    if (!card || row.setupRef !== found.setupRef) throw new Failure('no_card_yet')
    return agree(tx, deps, row, { ...answer, card, ip })
  })
}

/** Repeating an answer changes nothing; a different answer comes too late. */
function repeatOutcome(row: ImportedRow, { answer }: Answer): Outcome {
  const status = answer === 'agree' ? 'agreed' : 'declined'
  if (row.status !== status) throw new Failure('already_answered')
  return { status, subscriptionId: row.subscriptionId, deliveryDate: null }
}

type SavedCard = { customerRef: string; paymentMethodRef: string }

async function readCard({ cards }: ImportDeps, { setupRef }: ImportedRow): Promise<SavedCard> {
  if (!setupRef) throw new Failure('no_card_yet')
  const setup = await withCheckoutDeadline(() =>
    callProvider(() => cards.readSetup(setupRef, 'interactive')),
  ).catch((err: unknown) => {
    if (err instanceof CardProviderError && err.kind === 'missing') return undefined
    throw err
  })
  const { customerRef, paymentMethodRef } = setup ?? {}
  if (setup?.state !== 'succeeded' || !customerRef || !paymentMethodRef)
    throw new Failure('no_card_yet')
  return { customerRef, paymentMethodRef }
}

async function decline(tx: Tx, { clock }: ImportDeps, row: ImportedRow): Promise<Outcome> {
  await tx
    .update(importedSubscriptions)
    .set({ status: 'declined', answeredAt: clock.now() })
    .where(eq(importedSubscriptions.id, row.id))
  return { status: 'declined', subscriptionId: null, deliveryDate: null }
}

async function lockCustomer(tx: Tx, id: string): Promise<void> {
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, id))
    .for('no key update')
}

type AgreementTerms = { total: string; firstDelivery: string; card: SavedCard; ip: string }

/** Only what the page showed is agreed to: another price or date is shown again first. */
async function agree(
  tx: Tx,
  deps: ImportDeps,
  row: ImportedRow,
  { total, firstDelivery, card, ip }: AgreementTerms,
): Promise<Outcome> {
  const imported = toImported(row)
  // Two lines of one customer must not both carry the deposit of the same bottles.
  await lockCustomer(tx, row.customerId)
  if (await hasSubscription(tx, row)) throw new Failure('already_subscribed')
  const terms = await planImported(tx, deps, imported)
  if (terms.lines.length === 0) throw new Failure('product_unavailable')
  const { totalCents } = terms.price
  const { deliveryDate } = terms
  if (centsToText(totalCents) !== total || deliveryDate !== firstDelivery)
    throw new Failure('terms_changed')
  const subscriptionId = await startImported(tx, deps, { imported, terms, card, ip })
  const { frequency } = row
  const { calendar } = deps.shop
  await tx
    .update(importedSubscriptions)
    .set({
      status: 'agreed',
      answeredAt: deps.clock.now(),
      consentText: importedConsent({ totalCents, frequency, deliveryDate, calendar }).join(' '),
      ip,
      subscriptionId,
    })
    .where(eq(importedSubscriptions.id, row.id))
  await queueEmail(tx, deps, { kind: 'agreement_confirmed', subjectId: row.id })
  return { status: 'agreed', subscriptionId, deliveryDate }
}
