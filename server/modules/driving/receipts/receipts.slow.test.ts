import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { failed } from '#tests/support/driving/open-driving.ts'
import { openReceipts } from '#tests/support/driving/open-receipts.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'

const HOUR = 3_600_000
const subjects = (emails: { subject: string }[]) => emails.map(({ subject }) => subject)

test('rule 62: a delivery has one receipt with counts, time and balance, five minutes later', async () => {
  const { shop, phone, left, sentEmails, sendReceipts, read, orderId } = await openReceipts()

  await phone.report({ type: 'departed' }, left(3, 1))
  await sendReceipts(4)
  expect(await sentEmails()).toEqual([])
  await sendReceipts(1)

  const [email, ...others] = await sentEmails()
  expect(others).toEqual([])
  expect(email?.subject).toBe('Order # was delivered')
  expect(email?.text).toContain('We delivered on Thu, Mar 5, 9:00 AM EST.')
  expect(email?.text).toContain(': 3 left, 1 empty taken')
  expect(email?.text).toContain('3 bottles at your place')
  expect(email?.text).toContain('within 48 hours')
  expect(email?.text).toContain(`/customer/orders?report=${orderId}`)
  const { body } = await read(await customerBrowser(shop))
  expect(body).toMatchObject([
    {
      at: '2026-03-05T14:00:00.000Z',
      lines: [{ full: 3, empties: 1, damaged: 0, name: shop.products[0]?.name }],
      balance: 3,
      photos: [],
      note: null,
      sentAt: '2026-03-05T14:05:00.000Z',
    },
  ])
})

test('rule 57: a receipt is sent however old its event is, and shows when it was', async () => {
  const { shop, phone, left, sentEmails, sendReceipts } = await openReceipts()
  const old = phone.event(left())
  shop.clock.advance(9 * HOUR)

  await phone.report(old)
  await sendReceipts()

  const [email] = await sentEmails()
  expect(email?.text).toContain('We delivered on Thu, Mar 5, 9:00 AM EST.')
})

test('one email per receipt: events sent twice at once, a resent batch, a decided review', async () => {
  const { phone, left, sentEmails, sendReceipts, reviews, decide, openPhone, sam } =
    await openReceipts()
  const other = await openPhone(sam)
  await other.load()
  const event = phone.event(left())
  await Promise.all(Array.from({ length: 5 }, () => phone.send([event], phone.key())))
  expect(await other.report(left(9, 0))).toBe('review')

  await Promise.all([sendReceipts(), phone.report(event)])
  const [review] = await reviews()
  await decide(review?.id ?? '', apiPaths.adminReviewDismiss)
  await phone.report(event)
  await sendReceipts()

  expect(subjects(await sentEmails())).toEqual(['Order # was delivered'])
})

test('a correction before the email is sent: only the corrected counts are sent', async () => {
  const { phone, left, sentEmails, sendReceipts } = await openReceipts()
  const first = phone.event(left(2, 0))
  await phone.report(first)
  await sendReceipts(3)

  await phone.report({ ...left(1, 0), supersedes: first.eventId })
  await sendReceipts()

  const emails = await sentEmails()
  expect(subjects(emails)).toEqual(['Order # was delivered'])
  expect(emails[0]?.text).toContain(': 1 left')
  expect(emails[0]?.text).toContain('1 bottle at your place')
})

test('a correction after the email was sent is emailed once, with the balance that follows', async () => {
  const { shop, phone, left, sentEmails, sendReceipts, read } = await openReceipts()
  const first = phone.event(left(5, 0))
  await phone.report(first)
  await sendReceipts()

  const second = phone.event({ ...left(2, 0), supersedes: first.eventId })
  await phone.report(second, second)
  await sendReceipts()

  const emails = await sentEmails()
  expect(subjects(emails)).toEqual(['Order # was delivered', 'Corrected receipt for order #'])
  expect(emails[1]?.text).toContain('2 bottles at your place')
  expect(emails[1]?.text).toContain('Mar 5, 9:00 AM EST')
  const { body } = await read(await customerBrowser(shop))
  expect(body).toMatchObject([{ lines: [{ full: 2 }], balance: 2 }])

  // The email names the visit that the customer has a receipt for.
  await phone.report(
    { type: 'superseded', supersedes: second.eventId },
    { type: 'superseded', supersedes: first.eventId },
  )
  await sendReceipts()
  expect((await sentEmails())[2]?.text).toContain('delivered your order on Thu, Mar 5, 9:00 AM EST')
})

test('a review that replaces the counts after the email corrects the receipt', async () => {
  const { phone, left, sentEmails, sendReceipts, reviews, decide, openPhone, sam } =
    await openReceipts()
  const other = await openPhone(sam)
  await other.load()
  await phone.report(left(2, 0))
  await sendReceipts()
  await other.report(left(1, 0))
  await sendReceipts()
  expect(await sentEmails()).toHaveLength(1)

  const [review] = await reviews()
  await decide(review?.id ?? '', apiPaths.adminReviewAccept)
  await sendReceipts()

  const emails = await sentEmails()
  expect(subjects(emails)).toEqual(['Order # was delivered', 'Corrected receipt for order #'])
  expect(emails[1]?.text).toContain(': 1 left')
})

test('an undone delivery has no receipt; a receipt that was sent is withdrawn', async () => {
  const { shop, phone, left, sentEmails, sendReceipts, read } = await openReceipts('a', 'b')
  const ana = await customerBrowser(shop)
  const [unsent, sent] = [phone.event(left(2, 0, 0)), phone.event(left(2, 0, 1))]
  await phone.report(unsent)
  await phone.report({ type: 'superseded', supersedes: unsent.eventId })
  await phone.report(sent)
  await sendReceipts()
  expect(subjects(await sentEmails())).toEqual(['Order # was delivered'])

  const undo = phone.event({ type: 'superseded', supersedes: sent.eventId })
  await phone.report(undo)
  await sendReceipts()

  const emails = await sentEmails()
  expect(subjects(emails)).toEqual([
    'Order # was delivered',
    'Correction: order # isn’t delivered yet',
  ])
  expect(emails[1]?.text).toContain('delivered your order on Thu, Mar 5, 9:00 AM EST. That was a')
  expect((await read(ana)).body).toEqual([])

  // An undo of the undo: the delivery counts again, and so does its receipt.
  await phone.report({ type: 'superseded', supersedes: undo.eventId })
  await sendReceipts()
  expect(subjects(await sentEmails()).at(-1)).toBe('Corrected receipt for order #')
})

test('a receipt whose entry staff dismiss is withdrawn with the time of the visit', async () => {
  const { phone, left, sentEmails, sendReceipts, setRoute, reviews, decide } = await openReceipts()
  const late = phone.event(left(2, 0))
  await phone.report({ type: 'departed' })
  await setRoute({ status: 'closed' })
  await phone.report(late)
  await sendReceipts()

  const review = (await reviews()).find(({ kind }) => kind === 'route-closed')
  await decide(review?.id ?? '', apiPaths.adminReviewDismiss)
  await sendReceipts()

  expect((await sentEmails())[1]?.text).toContain(
    'delivered your order on Thu, Mar 5, 9:00 AM EST.',
  )
})

test('an undo that is undone before it is emailed changes nothing for the customer', async () => {
  const { phone, left, sentEmails, sendReceipts } = await openReceipts()
  const event = phone.event(left())
  await phone.report(event)
  await sendReceipts()
  const undo = phone.event({ type: 'superseded', supersedes: event.eventId })
  await phone.report(undo)
  await phone.report({ type: 'superseded', supersedes: undo.eventId })
  await sendReceipts()

  expect(subjects(await sentEmails())).toEqual(['Order # was delivered'])
})

test('a failed delivery has no receipt, but an email with the reason when the route closes', async () => {
  const { shop, phone, stops, sentEmails, sendReceipts } = await openReceipts()
  await phone.report({ type: 'departed' }, failed(stops[0]?.id, 'dog'), { type: 'closed' })
  await sendReceipts()

  expect(await sentEmails()).toEqual([])
  const email = (await shop.mailbox()).find(({ subject }) => subject.startsWith('We couldn’t'))
  expect(email?.text.replaceAll(/\s+/g, ' ')).toContain('but couldn’t get past a dog')
})

test('an order without an email address has its receipt all the same', async () => {
  const { shop, phone, left, sentEmails, sendReceipts, read, staff, orderId } = await openReceipts()
  await shop.sql('update orders set customer_email = null where id = $1', [orderId])
  await phone.report(left())
  await sendReceipts()

  expect(await sentEmails()).toEqual([])
  const { body } = await read(staff, apiPaths.adminOrderReceipts)
  expect(body).toMatchObject([{ lines: [{ full: 2 }], sentAt: null }])
})
