import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { runEngine, runOnDays } from '#tests/support/subscriber.ts'
import { agree, importAndSend } from '#tests/support/subscription-import.ts'

async function openDeclined() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const token = await importAndSend(shop, staff)
  const { subscriptionId } = (await agree(shop.buyer(), token, testCard.failsLater)).body
  await runOnDays(shop, '2026-03-07', '2026-03-10')
  const id = subscriptionId ?? ''
  const card = async () => {
    const [row] = await shop.sql<{ ref: string }>(
      'select payment_method_ref as ref from subscriptions',
    )
    return row?.ref
  }
  const payByHand = async (saveCard: boolean) => {
    const ben = await customerBrowser(shop, 'ben@example.com')
    const { clientSecret } = (await ben.pay(id, saveCard)).body
    await ben.confirm(clientSecret, testCard.good)
    await runEngine(shop)
  }
  return { shop, id, card, payByHand }
}

test.each([true, false])(
  'rule 67: the terms stay as they were agreed to when the declined first delivery is paid by hand (saving the card: %s)',
  async (saveCard) => {
    const { shop, id, card, payByHand } = await openDeclined()
    const terms = () =>
      shop.sql("select * from consents where order_id = $1 and kind = 'terms'", [id])
    const before = await terms()
    const firstCard = await card()
    expect(before).toHaveLength(1)

    await payByHand(saveCard)

    expect(await terms()).toEqual(before)
    const cards = await shop.sql(
      "select text from consents where order_id = $1 and kind = 'card'",
      [id],
    )
    expect(cards).toEqual(
      saveCard ? [{ text: expect.stringContaining('Use this card for future deliveries') }] : [],
    )
    // Rule 16: only with consent, the card that paid is used from now on.
    expect((await card()) !== firstCard).toBe(saveCard)
    const staff = await staffBrowser(shop)
    const path = fillPath(apiPaths.adminSubscription, { id })
    const { body } = await staff.call<SubscriptionDetail>('GET', path)
    expect(body.consent?.text).toContain("You won't pay anything today.")
    const ben = await customerBrowser(shop, 'ben@example.com')
    const exported = await ben.call<{ subscriptions: unknown[] }>('GET', apiPaths.personalData)
    expect(exported.body.subscriptions).toHaveLength(1)
  },
)
