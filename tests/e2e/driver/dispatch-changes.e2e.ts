import type { Page } from '@playwright/test'
import type { DriverRoute } from '#contract/driver/route.ts'
import { testId, testStop } from '#tests/support/driver/route-data.ts'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const count = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Dispatch changes the route while a screen is open, and the phone hears of it. */
async function openChangingPhone(page: Page, phone: Awaited<ReturnType<typeof openDriverPhone>>) {
  await logInDriver(page)
  return async (changes: Partial<DriverRoute>) => {
    const { route } = phone
    if (!route) throw new Error('no driver is logged in')
    phone.route = { ...route, ...changes, version: route.version + 1 }
    await page.evaluate(() => dispatchEvent(new Event('online')))
  }
}

test('counts that the driver has not entered follow dispatch', { tag: '@core' }, async ({
  page,
  context,
}) => {
  const phone = await openDriverPhone(context)
  const change = await openChangingPhone(page, phone)
  const lines = [{ productId: testId(1), name: '5 Gallon', quantity: 3 }]
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, 'Delivered').click()
  await expect(count(page, 'Full left: 5 Gallon')).toHaveValue('2')

  await page.getByLabel('Note for dispatch').fill('Side door')
  await change({ stops: [testStop(1, { isOnHold: true })] })
  await expect(page.getByText("Don't leave bottles")).toBeVisible()
  await expect(count(page, 'Full left: 5 Gallon')).toHaveValue('0')

  await button(page, 'One more, Empties taken: 5 Gallon').click()
  await change({ stops: [testStop(1, { lines })] })
  await expect(count(page, 'Full left: 5 Gallon')).toHaveValue('3')
  await expect(count(page, 'Empties taken: 5 Gallon')).toHaveValue('1')

  await button(page, 'One less, Full left: 5 Gallon').click()
  await change({ stops: [testStop(1, { lines, isOnHold: true })] })
  await expect(page.getByText("Don't leave bottles")).toBeVisible()
  await expect(count(page, 'Full left: 5 Gallon')).toHaveValue('2')
  await expect(page.getByLabel('Note for dispatch')).toHaveValue('Side door')

  await button(page, 'Save').click()
  await expect
    .poll(() => phone.events())
    .toMatchObject([
      { payload: { lines: [{ full: 2, empties: 1, damaged: 0 }], note: 'Side door' } },
    ])
})

test('the load and the money to collect follow dispatch', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  const change = await openChangingPhone(page, phone)
  await page.getByRole('link', { name: 'Check the load of trip 1' }).click()
  await expect(count(page, 'On the truck: 5 Gallon')).toHaveValue('6')
  const trips = phone.route?.trips.map((trip) => ({
    ...trip,
    lines: [{ productId: testId(1), name: '5 Gallon', quantity: 9 }],
  }))
  await change({ trips: trips ?? [] })
  await expect(count(page, 'On the truck: 5 Gallon')).toHaveValue('9')

  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: /Customer 3/ }).click()
  await page.getByRole('link', { name: 'Cash or check received' }).click()
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('24.50')
  await change({ stops: [testStop(1), testStop(2), testStop(3, { amountDue: '4.50' })] })
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('4.50')
  await page.getByLabel('Amount in dollars').fill('4')
  const received = [{ id: testId(7), method: 'check' as const, amount: '1.50' }]
  await change({ stops: [testStop(1), testStop(2), testStop(3, { amountDue: '3.00', received })] })
  await expect(page.getByText('Check $1.50')).toBeVisible()
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('4')
})

const CHANGED = 'Dispatch changed this order. Check the counts, then tap Save again.'

test('counts that dispatch changed under an open form are saved only after a second tap', async ({
  page,
  context,
}) => {
  const phone = await openDriverPhone(context)
  const change = await openChangingPhone(page, phone)
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, 'Delivered').click()
  await button(page, 'One more, Empties taken: 5 Gallon').click()
  await change({ stops: [testStop(1, { isOnHold: true })] })
  await expect(count(page, 'Full left: 5 Gallon')).toHaveValue('0')
  await expect(page.getByText(CHANGED)).toHaveCount(0)

  // The phone closes the app: what the driver saw before is still known.
  await page.reload()
  await expect(count(page, 'Full left: 5 Gallon')).toHaveValue('0')
  await button(page, 'Save').click()
  await expect(page.getByRole('alert').filter({ hasText: CHANGED })).toBeVisible()
  await expectAccessible(page)
  expect(phone.events()).toEqual([])

  await button(page, 'Save').click()
  await expect
    .poll(() => phone.events())
    .toMatchObject([{ type: 'delivered', payload: { lines: [{ full: 0, empties: 1 }] } }])
})

test('the second tap of a double tap does not confirm the question of Save', async ({
  page,
  context,
}) => {
  const phone = await openDriverPhone(context)
  const change = await openChangingPhone(page, phone)
  const doubleTap = async (question: string) => {
    const box = await button(page, 'Save').boundingBox()
    if (!box) throw new Error('no button')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 8)
    await page.mouse.down()
    await page.mouse.up()
    await expect(page.getByText(question)).toBeVisible()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
  }
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, 'Delivered').click()
  await expect(count(page, 'Full left: 5 Gallon')).toHaveValue('2')
  await change({ stops: [testStop(1, { isOnHold: true, amountDue: '24.50' })] })
  await expect(count(page, 'Full left: 5 Gallon')).toHaveValue('0')
  await doubleTap(CHANGED)
  await expect(page.getByText(CHANGED)).toBeVisible()

  await page.goto(`/driver#stop/${testId(101)}/payment`)
  await page.getByLabel('Amount in dollars').fill('30')
  await doubleTap('Only $24.50 is due')
  await expect(page.getByText('Only $24.50 is due')).toBeVisible()
  expect(phone.events()).toEqual([])
})

test('a load that dispatch changed under an open form is saved only after a second tap', async ({
  page,
  context,
}) => {
  const phone = await openDriverPhone(context)
  const change = await openChangingPhone(page, phone)
  await page.getByRole('link', { name: 'Check the load of trip 1' }).click()
  await expect(count(page, 'On the truck: 5 Gallon')).toHaveValue('6')
  const lines = [{ productId: testId(1), name: '5 Gallon', quantity: 9 }]
  await change({ trips: (phone.route?.trips ?? []).map((trip) => ({ ...trip, lines })) })
  await expect(count(page, 'On the truck: 5 Gallon')).toHaveValue('9')

  await button(page, 'Save').click()
  const changed = 'Dispatch changed this load. Check the counts, then tap Save again.'
  await expect(page.getByRole('alert').filter({ hasText: changed })).toBeVisible()
  expect(phone.events()).toEqual([])
  await button(page, 'Save').click()
  await expect
    .poll(() => phone.events())
    .toMatchObject([{ type: 'loaded', payload: { lines: [{ full: 9 }] } }])
})

test('an amount that dispatch changed under an open form is saved only after a second tap', async ({
  page,
  context,
}) => {
  const phone = await openDriverPhone(context)
  const change = await openChangingPhone(page, phone)
  await page.getByRole('link', { name: /Customer 3/ }).click()
  await page.getByRole('link', { name: 'Cash or check received' }).click()
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('24.50')
  await change({ stops: [testStop(3, { amountDue: '4.50' })] })
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('4.50')

  await button(page, 'Save').click()
  const changed = 'Dispatch changed this order. Check the amount, then tap Save again.'
  await expect(page.getByText(changed)).toBeVisible()
  expect(phone.events()).toEqual([])
  await button(page, 'Save').click()
  await expect
    .poll(() => phone.events())
    .toMatchObject([{ type: 'payment-received', payload: { amount: '4.50' } }])
})
