import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import {
  addKingston,
  buyAt,
  changeDay,
  previewDay,
  STORM,
  undoDay,
} from '#tests/support/orders/day-changes.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

const MORNING = { from: '08:00', to: '12:00' }
const every = { everyWeeks: 1, from: '2026-01-05' }

/** Kingston is served on Thursdays with a morning window, and on Mondays without windows. */
async function openMorning() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const routeDays = [
    { ...every, weekday: 4, windows: [MORNING] },
    { ...every, weekday: 1 },
  ]
  const zoneIds = [await addKingston(staff, { routeDays })]
  const orderId = await buyAt(shop, { deliveryWindow: MORNING })
  await buyAt(shop, { customerEmail: 'ben@example.com' })
  const readWindow = async () => {
    const rows = await shop.sql<{ w: unknown }>(
      'select delivery_window as w from orders where id = $1',
      [orderId],
    )
    return rows[0]?.w
  }
  const lostIn = async (change: object) => {
    const { body } = await previewDay(staff, { zoneIds, ...change })
    return body.deliveries.filter(({ isWindowLost }) => isWindowLost)
  }
  const emails = async () => {
    shop.clock.advance(10 * 60_000)
    await shop.runJob('email.send')
    const sent = await shop.mailbox()
    return sent
      .map(({ text }) => text.replace(/\s+/g, ' '))
      .filter((text) => /can[’']t deliver on/.test(text))
  }
  return { shop, staff, zoneIds, orderId, readWindow, lostIn, emails }
}

const LOST = 'We don’t offer your time window (8:00 AM – 12:00 PM) on the new date.'

test('rule 48: preview and email name a time window that the new date does not have', async () => {
  const { staff, zoneIds, orderId, readWindow, lostIn, emails } = await openMorning()
  expect(await lostIn({ kind: 'closed' })).toMatchObject([{ orderId, window: MORNING }])
  expect(await readWindow()).toEqual(MORNING)

  const { body } = await changeDay(staff, { zoneIds })

  expect(body.deliveries.filter(({ isWindowLost }) => isWindowLost)).toHaveLength(1)
  expect(await readWindow()).toBeNull()
  const texts = await emails()
  expect(texts).toHaveLength(2)
  expect(texts.filter((text) => text.includes(LOST))).toHaveLength(1)
})

test('rule 48: a date that replaces a route day has its windows, so none is lost', async () => {
  const { staff, zoneIds, readWindow, lostIn, emails } = await openMorning()
  const moved = { kind: 'moved', toDate: '2026-03-07' }
  expect(await lostIn(moved)).toEqual([])
  expect(await lostIn({ ...moved, zoneIds: null })).toHaveLength(1)

  await changeDay(staff, { zoneIds, ...moved })

  expect(await readWindow()).toEqual(MORNING)
  expect((await emails()).filter((text) => text.includes('time window ('))).toEqual([])
})

test('rule 48: an undo gives the time window back', async () => {
  const { staff, zoneIds, readWindow } = await openMorning()
  const { body } = await changeDay(staff, { zoneIds })
  expect(await readWindow()).toBeNull()

  expect((await undoDay(staff, body.id)).body).toEqual({ restored: 1 + 1, skipped: [] })

  expect(await readWindow()).toEqual(MORNING)
})

test('rule 48: the email about a next delivery without an order names a lost window, too', async () => {
  const { shop, zoneIds, emails } = await openMorning()
  await subscribe(shop, { deliveryWindow: MORNING, deliveryDate: STORM })
  shop.clock.set('2026-03-06T15:00:00Z')

  expect((await changeDay(await staffBrowser(shop), { date: '2026-03-12', zoneIds })).status).toBe(
    200,
  )

  const [text, ...others] = await emails()
  expect(others).toEqual([])
  expect(text).toContain('We don’t offer your time window (8:00 AM – 12:00 PM) on that day.')
})
