import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { closeDates } from '#tests/support/orders/closed-dates.ts'
import { addKingston, auditDays, changeDay } from '#tests/support/orders/day-changes.ts'
import { setRouteDaysOnly } from '#tests/support/orders/route-days.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runOnDays, subscribe } from '#tests/support/subscriber.ts'

/** The first two planned deliveries are both on March 19, because March 12 was moved there. */
async function openShared() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const { id } = await subscribe(shop)
  const move = (date: string, toDate: string) =>
    changeDay(staff, { date, zoneIds: [zoneId], kind: 'moved', toDate })
  await move('2026-03-12', '2026-03-19')
  return { shop, id, move }
}

test.each(['2026-03-21', '2026-03-18'])(
  'rule 48: two planned deliveries on one date both move to %s, and the later one is skipped',
  async (toDate) => {
    const { shop, id, move } = await openShared()

    const { body } = await move('2026-03-19', toDate)

    expect(body.counts).toMatchObject({ planned: 2 })
    expect(await getCycles(shop, id)).toMatchObject([
      { cycle: 1, date: toDate },
      { cycle: 2, date: toDate },
    ])
    await runOnDays(shop, '2026-03-16', '2026-03-18', '2026-03-19', toDate, '2026-03-23')
    expect(await getCycles(shop, id)).toMatchObject([
      { cycle: 1, date: toDate, status: 'paid' },
      { cycle: 2, date: toDate, status: 'skipped' },
      { cycle: 3, date: '2026-03-26', status: 'ordered' },
    ])
    expect(await auditDays(shop)).toEqual([])
  },
)

test('rule 48: a delivery that is later than the next one by its own date is not moved back', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  const move = (cycle: number, date: string) =>
    ana.call('POST', fillPath(apiPaths.changeSubscription, { id }), { type: 'move', cycle, date })
  await move(1, '2026-03-14')
  await move(2, '2026-03-17')
  await setRouteDaysOnly(staff, true)
  // The first one goes to the next route day, Thursday, March 19.
  await closeDates(staff, ['2026-03-14'])

  await changeDay(staff, { date: '2026-03-19', zoneIds: [zoneId] })

  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, date: '2026-03-26' },
    { cycle: 2, date: '2026-03-17' },
  ])
})
