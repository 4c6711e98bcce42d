import { expect, test } from 'vitest'
import { openOnce, openShop } from '#tests/support/open-shop.ts'
import { closeDates, readDeliveryDate } from '#tests/support/orders/closed-dates.ts'
import {
  addKingston,
  buyAt,
  changeDay,
  listDays,
  previewDay,
  STORM,
} from '#tests/support/orders/day-changes.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const openForRejected = openOnce(async () => {
  const shop = await openShop()
  return { shop, staff: await staffBrowser(shop) }
})

test.each([
  ['a date in the past', { date: '2026-03-01' }, 'date', 'Choose a date from today on'],
  ['the year 9999', { date: '9999-12-31' }, 'date', 'no later than'],
  ['a date that does not exist', { date: '2026-02-30' }, 'date', 'Choose a date'],
  ['no zone', { zoneIds: [] }, 'zoneIds', 'Choose a zone'],
  ['an unknown zone', { zoneIds: [UNKNOWN] }, 'zoneIds', 'no longer exists'],
  ['an unknown kind', { kind: 'gone' }, 'kind', 'Choose what happens'],
  ['no new date', { kind: 'moved' }, 'toDate', 'Choose the new date'],
  ['the same date', { kind: 'moved', toDate: STORM }, 'toDate', 'Choose another date'],
  ['a new date in the past', { kind: 'moved', toDate: '2026-03-01' }, 'toDate', 'from tomorrow on'],
  ['today', { kind: 'moved', toDate: '2026-03-02' }, 'toDate', 'from tomorrow on'],
  ['a far new date', { kind: 'moved', toDate: '9999-12-31' }, 'toDate', 'no later than'],
  ['two lines', { reason: 'Storm\nSnow' }, 'reason', 'one line'],
])('rule 48: %s is rejected, in the preview too', async (_, change, field, message) => {
  const { staff } = await openForRejected()

  for (const { status, body } of [await previewDay(staff, change), await changeDay(staff, change)])
    expect([status, body.fields?.[field]]).toEqual([400, expect.stringContaining(message)])
  expect(await listDays(staff)).toEqual([])
})

test('rule 48: a day cannot be moved onto a closed date, nor onto one closed for a zone', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const orderId = await buyAt(shop)
  await closeDates(staff, ['2026-03-09'])
  await changeDay(staff, { date: '2026-03-10', zoneIds: [zoneId] })
  const moveTo = (toDate: string) => changeDay(staff, { zoneIds: [zoneId], kind: 'moved', toDate })

  const onClosed = await moveTo('2026-03-09')
  const onException = await moveTo('2026-03-10')

  expect([onClosed.status, onClosed.body.code]).toEqual([409, 'closed_date'])
  expect([onException.status, onException.body.code]).toEqual([409, 'closed_date'])
  expect(onException.body.message).toContain('Kingston')
  expect(await readDeliveryDate(shop, orderId)).toBe(STORM)
})

test('rule 48: a repeated change of the same date and zones is rejected and named', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const kingston = await addKingston(staff)
  const hurley = await addKingston(staff, { name: 'Hurley', zips: ['12443'] })
  await changeDay(staff, { zoneIds: [kingston] })

  const again = await changeDay(staff, { zoneIds: [hurley, kingston] })
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    'day_changed',
    'Thursday, March 5, 2026 was already changed for Kingston.',
  ])
  expect((await changeDay(staff, { zoneIds: [hurley] })).status).toBe(200)
  expect((await changeDay(staff)).status).toBe(200)
  const closed = await changeDay(staff)
  expect([closed.status, closed.body.message]).toEqual([
    409,
    'The shop is already closed on Thursday, March 5, 2026.',
  ])
})

test.each([
  ['the whole shop', false],
  ['a zone', true],
])('rule 48: of five equal changes of %s at once, one applies', async (_, isZone) => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const orderId = await buyAt(shop)
  const change = { kind: 'moved', toDate: '2026-03-07', ...(isZone && { zoneIds: [zoneId] }) }

  const replies = await Promise.all(Array.from({ length: 5 }, () => changeDay(staff, change)))

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await readDeliveryDate(shop, orderId)).toBe('2026-03-07')
  expect(await listDays(staff)).toHaveLength(1)
  expect(
    await shop.sql('select count(*)::int n from emails where kind = $1', ['delivery_moved']),
  ).toEqual([{ n: 1 }])
})

test('rule 48: a failure in the middle changes nothing', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const ids = [await buyAt(shop), await buyAt(shop), await buyAt(shop)].toSorted()
  await shop.sql(`create function fail_move() returns trigger language plpgsql as $$ begin
    if new.id = '${ids[2]}' and new.delivery_date <> old.delivery_date then
      raise exception 'cannot be moved'; end if; return new; end $$`)
  await shop.sql(
    'create trigger fail_move before update on orders for each row execute function fail_move()',
  )

  expect((await changeDay(staff)).status).toBe(500)

  for (const id of ids) expect(await readDeliveryDate(shop, id)).toBe(STORM)
  expect(shop.deps.shop.calendar.closedDates ?? []).toEqual([])
  expect(await listDays(staff)).toEqual([])
})
