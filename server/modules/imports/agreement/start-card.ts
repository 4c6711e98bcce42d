import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import {
  CardProviderError,
  type CardSetup,
  callProvider,
  withCheckoutDeadline,
  withProviderCustomer,
} from '#server/modules/payments/index.ts'
import type { ImportDeps } from '../deps.ts'
import { type ImportedRow, importedSubscriptions } from '../tables.ts'
import { findAgreement } from './find-agreement.ts'

const cardsPerLink = { name: 'agreement-card', max: 20, seconds: 3_600 }

/**
 * Returns the secret with which the browser saves a card. An open one is used again; a card that was
 * saved but not agreed to is left aside, because the customer may enter another one now.
 */
export async function startCard(
  deps: ImportDeps,
  token: string,
): Promise<{ clientSecret: string }> {
  const row = await findAgreement(deps.db, deps, token)
  if (row.status !== 'waiting') throw new Failure('already_answered')
  await deps.limits.consume(cardsPerLink, row.id)
  return withCheckoutDeadline(async () => {
    const open = await findOpenSetup(deps, row)
    const setup = open ?? (await createSetup(deps, row))
    return { clientSecret: setup.clientSecret }
  })
}

async function findOpenSetup(
  { cards }: ImportDeps,
  { setupRef }: ImportedRow,
): Promise<CardSetup | undefined> {
  if (!setupRef) return undefined
  try {
    const setup = await callProvider(() => cards.readSetup(setupRef, 'interactive'))
    return setup.state === 'open' ? setup : undefined
  } catch (err) {
    // It belongs to another account of the provider, or to its test mode.
    if (err instanceof CardProviderError && err.kind === 'missing') return undefined
    throw err
  }
}

async function createSetup(deps: ImportDeps, row: ImportedRow): Promise<CardSetup> {
  const { db, cards } = deps
  const { id, setupRef, customerId, customerEmail, customerName } = row
  const customer = { id: customerId, email: customerEmail, name: customerName }
  const setup = await withProviderCustomer(deps, customer, (customerRef) => {
    // Two tabs send the same key, so they get the same setup.
    const idempotencyKey = `setup-${id}-${customerRef}-${setupRef ?? 'first'}`
    return callProvider(() => cards.createSetup({ idempotencyKey, customerRef }, 'interactive'))
  })
  await db
    .update(importedSubscriptions)
    .set({ setupRef: setup.id })
    .where(and(eq(importedSubscriptions.id, id), eq(importedSubscriptions.status, 'waiting')))
  return setup
}
