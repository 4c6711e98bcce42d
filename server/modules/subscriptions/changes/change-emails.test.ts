import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { chooseNewCard } from '#tests/support/choose-new-card.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

async function openSubscription(options = {}) {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana, ...options })
  const path = fillPath(apiPaths.changeSubscription, { id })
  const changeEmails = async () => {
    await shop.deliverPending()
    const emails = (await shop.mailbox()).filter(({ subject }) => subject.includes('changed'))
    return emails.map(({ recipient, subject, text }) => ({ recipient, subject, text }))
  }
  const apply = (change: SubscriptionChange, isPreview = false) => {
    shop.clock.advance(1000)
    return ana.call('POST', `${path}?preview=${isPreview}`, change)
  }
  return { shop, ana, id, apply, changeEmails }
}

const SAVES_THEN_FAILS = '4000000000000341'

const address = {
  customerName: 'Ana Ruiz',
  customerPhone: '845-555-0100',
  deliveryAddress: '99 Thief Road',
  deliveryCity: 'Saugerties',
  deliveryState: 'NY',
  deliveryZip: '12477',
}

test('AU15: a new address is emailed to the customer; a preview is not', async () => {
  const { id, apply, changeEmails } = await openSubscription()

  await apply({ type: 'change', address }, true)
  expect(await changeEmails()).toEqual([])
  expect((await apply({ type: 'change', address })).status).toBe(200)

  const [email, ...others] = await changeEmails()
  expect(others).toEqual([])
  expect(email).toMatchObject({
    recipient: 'ana@example.com',
    subject: `Your delivery address was changed: subscription ${id.slice(0, 8)}`,
  })
  expect(email?.text).toContain('99 Thief Road')
})

test('AU15: each change of quantity is emailed, even if it repeats an earlier one', async () => {
  const { shop, apply, changeEmails } = await openSubscription()
  const [product] = shop.products
  const items = (quantity: number) => [{ productId: product?.id ?? '', quantity }]

  await apply({ type: 'change', items: items(7) })
  await apply({ type: 'change', items: items(2) })
  await apply({ type: 'change', items: items(7) })

  const emails = await changeEmails()
  expect(emails).toHaveLength(3)
  expect(emails.every(({ subject }) => subject.startsWith('Your items were changed'))).toBe(true)
})

test('AU15: a new default card that a subscription uses is emailed to the customer', async () => {
  const { shop, ana, changeEmails } = await openSubscription({ card: SAVES_THEN_FAILS })

  await chooseNewCard(shop, ana)

  expect((await changeEmails()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your card was changed: subscription [0-9a-f]{8}$/),
  ])
})

test('AU15: a pause or a skip sends no email', async () => {
  const { apply, changeEmails } = await openSubscription()

  await apply({ type: 'skip', cycle: 1 })
  await apply({ type: 'pause' })

  expect(await changeEmails()).toEqual([])
})
