import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { Checklist, ChecklistItem, TestEmailResult } from '#contract/staff/checklist.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'

const find = ({ items }: Checklist, id: ChecklistItem['id']) => items.find((item) => item.id === id)

const read = async (staff: Buyer) =>
  (await staff.call<Checklist>('GET', apiPaths.adminChecklist)).body

const confirm = (staff: Buyer, body: object) =>
  staff.call<Checklist>('POST', apiPaths.adminChecklistConfirmations, body)

test('a new shop on the sandbox gets one thing to do for each open line', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const checklist = await read(staff)

  const open = checklist.items.filter(({ state }) => state === 'to_do').map(({ id }) => id)
  expect(open).toEqual(
    expect.arrayContaining([
      'card_keys',
      'test_email',
      'legal_texts',
      'sales_tax',
      'backup',
      'restore_test',
    ]),
  )
  expect(find(checklist, 'time_zone')).toMatchObject({
    state: 'done',
    text: 'Dates and hours are in America/New York.',
  })
  expect(find(checklist, 'two_step')).toMatchObject({
    state: 'to_do',
    text: `Ask ${STAFF.email} to set up two-step verification.`,
    link: { path: '/admin/staff' },
  })
})

test('the webhook line names the last event', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  expect(find(await read(staff), 'webhook')?.state).toBe('to_do')

  await shop.buyer().buy()
  await shop.deliverPending()
  expect(find(await read(staff), 'webhook')).toMatchObject({
    state: 'done',
    text: expect.stringContaining('Last event: Mon, Mar 2'),
  })
})

test('a confirmation is a row with who and when, and is audited', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const { body } = await confirm(staff, { item: 'sales_tax' })

  expect(find(body, 'sales_tax')).toMatchObject({
    state: 'done',
    confirmed: { by: STAFF.email, at: shop.clock.now().toISOString() },
  })
  expect(
    await shop.sql(
      "select staff_email, after from audit_entries where action = 'checklist.confirmed'",
    ),
  ).toEqual([{ staff_email: STAFF.email, after: { item: 'sales_tax' } }])
})

test('a backup and a restore test have a date, and go stale', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  expect((await confirm(staff, { item: 'backup' })).status).toBe(400)
  expect((await confirm(staff, { item: 'backup', doneOn: '2026-03-03' })).status).toBe(400)

  const fresh = await confirm(staff, { item: 'backup', doneOn: '2026-03-01' })
  await confirm(staff, { item: 'restore_test', doneOn: '2026-03-01' })
  expect(find(fresh.body, 'backup')).toMatchObject({ state: 'done' })
  shop.clock.set('2026-03-09T15:00:00Z')
  const later = await read(await staffBrowser(shop))

  expect(find(later, 'backup')).toMatchObject({
    state: 'to_do',
    text: expect.stringContaining('more than 7 days ago'),
  })
  expect(find(later, 'restore_test')?.state).toBe('done')
})

test('a test email goes to the owner at once, and only some are sent', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const send = () => staff.call<TestEmailResult>('POST', apiPaths.adminChecklistTestEmail)

  const { body } = await send()

  expect(body).toEqual({
    isSent: true,
    to: STAFF.email,
    answer: 'Stored in the development mailbox.',
  })
  const emails = (await shop.mailbox()).filter(({ subject }) => subject.startsWith('Test email'))
  expect(emails).toMatchObject([{ recipient: STAFF.email }])
  const replies = []
  for (let n = 0; n < 6; n += 1) replies.push((await send()).status)
  expect(replies).toContain(429)
})

test('a mail server that rejects the email is quoted', async () => {
  const shop = await openShop({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  const staff = await staffBrowser(shop)

  const { body } = await staff.call<TestEmailResult>('POST', apiPaths.adminChecklistTestEmail)

  expect(body).toMatchObject({ isSent: false, answer: expect.stringContaining('ECONNREFUSED') })
  expect(find(await read(staff), 'test_email')?.state).toBe('to_do')
})
