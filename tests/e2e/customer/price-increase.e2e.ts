import type { Page } from '@playwright/test'
import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { expectAccessible } from '#tests/support/e2e/base-test.ts'
import { readSignInEmail, signIn } from '#tests/support/e2e/sign-in.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  rowWith,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'
import {
  createSubscriber,
  findEmail,
  getSubscription,
  type Subscriber,
} from '#tests/support/e2e/subscriber.ts'
import { expect, type TimeControl, test } from '#tests/support/e2e/with-clock.ts'

const PRODUCT = 'Spring Water 5 Gallon'

async function scheduleIncrease(page: Page, price: string, validFrom: string) {
  await signInAsStaff(page)
  await page.goto('/admin/products')
  await rowWith(page, PRODUCT).getByText(PRODUCT).click()
  const form = page.getByRole('form', { name: 'New price' })
  await form.getByLabel('New price').fill(price)
  await form.getByLabel('Valid from').fill(validFrom)
  await form.getByRole('button', { name: 'Set price' }).click()
  await expectToast(page, 'Price saved')
}

/** The worker's other tests expect the old price, also after their clock has advanced. */
test.afterEach(async ({ browser, time }) => {
  const owner = await browser.newContext({ baseURL: time.url })
  const page = await owner.newPage()
  await signInAsStaff(page)
  const products: { id: string; name: string }[] = await (
    await page.request.get(apiPaths.adminProducts)
  ).json()
  const id = products.find(({ name }) => name === PRODUCT)?.id ?? ''
  const detail = await page.request.get(fillPath(apiPaths.adminProduct, { id }))
  const { prices }: { prices: { id: number; status: string }[] } = await detail.json()
  for (const price of prices.filter(({ status }) => status === 'scheduled')) {
    const scheduled = fillPath(apiPaths.adminScheduledPrice, { id, priceId: String(price.id) })
    expect((await page.request.delete(scheduled)).status()).toBe(204)
  }
  const path = fillPath(apiPaths.adminProductPrice, { id })
  expect((await page.request.post(path, { data: { price: '8.99' } })).status()).toBe(200)
  await owner.close()
})

/** Advances a minute, so that jobs run and send their emails. */
const runJobs = (time: TimeControl) => time.advanceTo(new Date(time.now().getTime() + 360_000))

const linkIn = (email: string) => /\/price-changes\/[\w.-]+/.exec(email)?.[0] ?? ''

test('one customer agrees to a price increase by its link, and another keeps the old price', async ({
  page,
  time,
  browser,
}) => {
  const ana = await createSubscriber(page, time)
  const elsewhere = await browser.newContext({ baseURL: time.url })
  const bobPage = await elsewhere.newPage()
  const bob: Subscriber = await createSubscriber(bobPage, time)
  const staff = await browser.newContext({ baseURL: time.url })
  const ownerPage = await staff.newPage()
  await scheduleIncrease(ownerPage, '9.99', addDays(time.today(), 10))
  await runJobs(time)

  const email = await findEmail(page, ana.email, /Price change for your subscription/)
  expect(email).toContain('$9.99')
  const { priceChanges } = await getSubscription(page, ana.id)
  const firstDate = priceChanges[0]?.firstDate ?? ''

  // The customer is not logged in where the email is read.
  const phoneContext = await browser.newContext({ baseURL: time.url })
  const phone = await phoneContext.newPage()
  await phone.setViewportSize({ width: 375, height: 740 })
  await phone.goto(linkIn(email))
  await expect(
    phone.getByRole('heading', { name: `New price for ${PRODUCT}`, level: 1 }),
  ).toBeVisible()
  await expect(phone.getByRole('main')).toContainText('goes from $8.99 to $9.99 per bottle')
  await expect(phone.getByRole('main')).toContainText(formatDate(firstDate))
  await expectAccessible(phone)
  expect((await getSubscription(page, ana.id)).priceChanges[0]?.status).toBe('open')
  await phone.getByRole('button', { name: 'Agree to $9.99' }).click()
  await expect(phone.getByRole('heading', { name: 'You agreed to $9.99' })).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'You agreed to $9.99' })).toBeVisible()
  await phoneContext.close()

  // Bob sees the question in his account and does not answer it.
  await bobPage.goto('/customer/dashboard')
  await expect(bobPage.getByRole('button', { name: 'Agree to $9.99' })).toBeVisible()
  await expectAccessible(bobPage)
  await bobPage.goto('/customer/subscriptions')
  await expect(bobPage.getByText("If you don't answer, you keep your current price.")).toBeVisible()
  await expectAccessible(bobPage)

  await ownerPage.reload()
  await expect(ownerPage.getByText(/\$9\.99 from .+: 1 of 2 agreed/)).toBeVisible()
  await expect(ownerPage.getByRole('button', { name: 'Remind 1' })).toBeDisabled()
  const answers = ownerPage.getByRole('list', { name: 'Answers to $9.99' }).getByRole('listitem')
  await expect(answers.filter({ hasText: 'not answered' })).toContainText('keeps $8.99')
  await expect(answers.filter({ hasText: 'Agreed' })).toContainText(
    `$9.99 from ${formatDate(firstDate, 'short')}`,
  )
  await expectAccessibleInBothThemes(ownerPage)

  await time.advanceToMorning(addDays(firstDate, -3))
  expect((await getSubscription(page, ana.id)).next).toMatchObject({
    date: firstDate,
    total: '16.98',
  })
  expect((await getSubscription(bobPage, bob.id)).next).toMatchObject({
    date: firstDate,
    total: '15.28',
  })
  await time.advanceToMorning(firstDate)
  const charged = await findEmail(page, ana.email, /is confirmed/)
  expect(charged).toContain('16.98')
  await elsewhere.close()
  await staff.close()
})

test('a withdrawn increase is emailed, and its link shows that it no longer applies', {
  tag: '@core',
}, async ({ page, time, browser }) => {
  const ana = await createSubscriber(page, time)
  const staff = await browser.newContext({ baseURL: time.url })
  const ownerPage = await staff.newPage()
  await scheduleIncrease(ownerPage, '12.49', addDays(time.today(), 10))
  await runJobs(time)
  const link = linkIn(await findEmail(page, ana.email, /Price change for your subscription/))

  await page.goto(`${link}?change`)
  await expect(page.getByRole('link', { name: 'Change products' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await page.getByRole('button', { name: 'Keep Subscription' }).click()
  await ownerPage
    .getByRole('button', { name: /^Withdraw \$12\.49/ })
    .first()
    .click()
  await expectToast(ownerPage, 'Scheduled price withdrawn')
  await page.getByRole('button', { name: 'Agree to $12.49' }).click()
  await expect(
    page.getByRole('heading', { name: 'This price increase no longer applies' }),
  ).toBeVisible()
  await expectAccessible(page)
  await runJobs(time)
  expect(await findEmail(page, ana.email, /No price increase/)).toContain(
    'That price increase is withdrawn.',
  )
  await staff.close()
})

test('the way to other products leads there after the login', async ({ page, time, browser }) => {
  const ana = await createSubscriber(page, time)
  const staff = await browser.newContext({ baseURL: time.url })
  await scheduleIncrease(await staff.newPage(), '9.99', addDays(time.today(), 10))
  await runJobs(time)
  const link = linkIn(await findEmail(page, ana.email, /Price change for your subscription/))

  // The customer is not logged in where the email is read.
  const elsewhere = await browser.newContext({ baseURL: time.url })
  const phone = await elsewhere.newPage()
  await phone.goto(`${link}?change`)
  await phone.getByRole('link', { name: 'Change products' }).click()
  await expect(phone).toHaveURL('/customer/login')
  await phone.getByLabel('Email').fill(ana.email)
  await phone.getByRole('button', { name: 'Send Magic Link' }).click()
  const { path } = await readSignInEmail(phone, ana.email)
  // Mail programs open a link in a new tab.
  const tab = await elsewhere.newPage()
  await tab.goto(path)
  await expect(tab).toHaveURL(`/customer/subscriptions?change=${ana.id}`)
  await expect(tab.getByRole('dialog', { name: 'Change products' })).toBeVisible()

  // The next login starts at the dashboard again.
  await elsewhere.clearCookies()
  await tab.goto('/customer/login')
  await signIn(tab, ana.email)
  await tab.reload()
  await expect(tab).toHaveURL('/customer/dashboard')
  await elsewhere.close()
  await staff.close()
})
