import type { Receipt } from '#contract/driver/receipts.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Buyer } from '../buyer.ts'
import { delivered, openDriving } from './open-driving.ts'

const MINUTE = 60_000

/** A route with one or more of Ana's orders, and the emails that she gets about them. */
export async function openReceipts(...names: string[]) {
  const driving = await openDriving(...(names.length > 0 ? names : ['a']))
  const { shop, stops } = driving
  const productId = shop.products[0]?.id ?? ''
  const orderId = stops[0]?.orderId ?? ''
  return {
    ...driving,
    productId,
    orderId,
    /** Counts at one of the stops. */
    left: (full = 2, empties = 1, index = 0) =>
      delivered(stops[index]?.id, productId, full, empties),
    /** Receipts wait for five minutes. */
    sendReceipts: async (minutes = 5) => {
      shop.clock.advance(minutes * MINUTE)
      await shop.runJob('email.send')
    },
    /** Subjects and texts of the emails about deliveries, oldest first. */
    sentEmails: async () =>
      (await shop.mailbox())
        .filter(({ subject }) => /delivered|receipt/i.test(subject))
        .toReversed()
        .map(({ subject, text }) => ({
          subject: subject.replace(/#?[0-9A-F]{8}/i, '#'),
          text: text.replaceAll(/\s+/g, ' '),
        })),
    read: (browser: Buyer, path: string = apiPaths.customerOrderReceipts, id = orderId) =>
      browser.call<Receipt[]>('GET', fillPath(path, { id })),
  }
}
