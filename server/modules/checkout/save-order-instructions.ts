import type { Tx } from '#server/db/client.ts'
import type { OrderDraft } from '#server/modules/orders/index.ts'
import { saveInstructions } from '#server/modules/points/index.ts'
import type { Clock } from '#server/runtime.ts'

export type GivenInstructions = {
  instructions: string | null | undefined
  buyerId: string | undefined
}

/** The instructions of a submission, in the transaction of its order. */
export async function saveOrderInstructions(
  tx: Tx,
  deps: { clock: Clock },
  { details, instructions, buyerId }: Pick<OrderDraft, 'details'> & GivenInstructions,
): Promise<void> {
  const { customerId, deliveryAddress, deliveryZip } = details
  if (!customerId || !deliveryAddress) return
  const isOwn = buyerId === customerId
  await saveInstructions(tx, deps, {
    ...{ customerId, deliveryAddress, deliveryZip, isOwn },
    text: instructions,
  })
}
