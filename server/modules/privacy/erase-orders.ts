import type { Tx } from '#server/db/client.ts'
import { eraseOrderEntries } from '#server/modules/audit/index.ts'
import { eraseCases } from '#server/modules/cases/index.ts'
import { type DeliveryDeps, eraseAddresses } from '#server/modules/deliveries/index.ts'
import { eraseNotes } from '#server/modules/dispatch/index.ts'
import { eraseDriving } from '#server/modules/driving/index.ts'
import { eraseBuyers } from '#server/modules/orders/index.ts'
import { eraseRefundReasons, eraseTenderReferences } from '#server/modules/payments/index.ts'
import { eraseConsentIps } from '#server/modules/subscriptions/index.ts'

/** Erases personal data from these orders and their cases, schedules, refunds and audit entries. */
export async function eraseOrders(
  tx: Tx,
  deps: Pick<DeliveryDeps, 'deliveryHandlers'>,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  // First, because it writes audit entries.
  await eraseAddresses(tx, deps, ids)
  await eraseOrderEntries(tx, ids)
  // Before the cases: a refund that is done locks its row, then the case that it answers.
  await eraseRefundReasons(tx, ids)
  await eraseCases(tx, ids)
  await eraseNotes(tx, ids)
  await eraseDriving(tx, ids)
  await eraseTenderReferences(tx, ids)
  await eraseConsentIps(tx, ids)
  await eraseBuyers(tx, ids)
}
