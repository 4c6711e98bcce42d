import { expect, test } from 'vitest'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { readDeliveryDate } from '#tests/support/orders/closed-dates.ts'
import {
  addZone,
  calendarDates,
  fridays,
  homeZip,
  tuesdays,
} from '#tests/support/orders/route-days.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { capturedCents, getCycles, runOnDays } from '#tests/support/subscriber.ts'
import { openZoned } from '#tests/support/zones/open-zoned.ts'

test('a moved delivery keeps its date, and the next one lands as before', async () => {
  const { apply, shop } = await openZoned([tuesdays, fridays])

  // Thursday, March 12 is nearest to Friday.
  const moved = await apply({ type: 'move', cycle: 1, date: '2026-03-10' })

  expect(moved.status).toBe(200)
  expect(calendarDates(moved.body).slice(0, 2)).toEqual(['2026-03-10', '2026-03-20'])
  await runOnDays(shop, '2026-03-07', '2026-03-10', '2026-03-13')
  expect(await capturedCents(shop)).toHaveLength(2)
})

test('a new frequency counts from the calendar date, so the anchor does not move by landing', async () => {
  const { apply, shop } = await openZoned()

  const changed = await apply({ type: 'change', frequency: 'bi-weekly' })

  expect(calendarDates(changed.body).slice(0, 3)).toEqual([
    '2026-03-10',
    '2026-03-24',
    '2026-04-07',
  ])
  expect(await shop.sql('select anchor::text, anchor_cycle from subscriptions')).toEqual([
    { anchor: '2026-03-12', anchor_cycle: 1 },
  ])
})

const addressIn = (deliveryZip: string) => ({
  customerName: 'Ana Lee',
  customerPhone: '(555) 010-0199',
  deliveryAddress: '9 Other Street',
  deliveryCity: 'Albany',
  deliveryState: 'NY',
  deliveryZip,
})

test('rule 47: a new address lands in its own zone, before and after ordering', async () => {
  const { apply, shop, staff, id, storedDate } = await openZoned()
  await addZone(staff, 'Albany', ['12207'], [fridays])
  const toAlbany: SubscriptionChange = { type: 'change', address: addressIn('12207-0001') }

  const previewed = await apply(toAlbany, 'preview=true')
  expect(calendarDates(previewed.body).slice(0, 2)).toEqual(['2026-03-13', '2026-03-20'])
  expect(await storedDate()).toBe('2026-03-10')
  const back = { type: 'change', address: addressIn(homeZip(shop)) } as const
  await apply(toAlbany)
  expect(await storedDate()).toBe('2026-03-13')
  await apply(back)
  expect(await storedDate()).toBe('2026-03-10')

  await runOnDays(shop, '2026-03-07')
  const [ordered] = await getCycles(shop, id)
  await apply(toAlbany)
  expect(await readDeliveryDate(shop, ordered?.order_id ?? '')).toBe('2026-03-13')
  await runOnDays(shop, '2026-03-10')
  expect(await capturedCents(shop)).toHaveLength(1)
  await runOnDays(shop, '2026-03-13')
  expect(await capturedCents(shop)).toHaveLength(2)
  expect(await storedDate()).toBe('2026-03-20')
  // Outside every zone, calendar dates count.
  await apply({ type: 'change', address: addressIn('99999') })
  expect(await storedDate()).toBe('2026-03-19')
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 47: an address in a zone whose next route day is past its cut-off waits for the one after', async () => {
  const { apply, shop, staff, storedDate } = await openZoned([fridays], {
    recurringFrequency: 'bi-weekly',
    deliveryDate: '2026-03-06',
  })
  await addZone(staff, 'Albany', ['12207'], [tuesdays])
  expect(await storedDate()).toBe('2026-03-20')
  // Monday, March 16, after the cut-off for Tuesday; the calendar date is Friday, March 20.
  shop.clock.set('2026-03-16T15:00:00Z')

  await apply({ type: 'change', address: addressIn('12207') })

  // March 17 is nearer, but can no longer be changed.
  expect(await storedDate()).toBe('2026-03-24')
})
