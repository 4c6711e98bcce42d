import { expect, test } from 'vitest'
import { openDriving } from '#tests/support/driving/open-driving.ts'

test('rule 57: a payment that does not match and is undone is no longer listed', async () => {
  const { phone, stops, reviews } = await openDriving('a')
  const stopId = stops[0]?.id ?? ''
  const received = (amount: number) =>
    phone.event({ type: 'payment-received', stopId, payload: { method: 'cash', amount } })
  const [mistaken, other] = [received(500), received(7)]
  await phone.report(mistaken, other)
  const facts = async () => (await reviews()).map(({ fact }) => fact.split('.')[0]).sort()
  expect(await facts()).toEqual(['Payment received: $500', 'Payment received: $7'])

  const undo = phone.event({ type: 'superseded', supersedes: mistaken.eventId, stopId })
  await phone.report(undo)
  expect(await facts()).toEqual(['Payment received: $7'])

  await phone.report({ type: 'superseded', supersedes: undo.eventId, stopId })
  expect(await facts()).toEqual(['Payment received: $500', 'Payment received: $7'])
})
