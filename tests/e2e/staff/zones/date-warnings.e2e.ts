import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { customer, expectNoOverflowAtAnyWidth, freshEmail } from '#tests/support/e2e/base-test.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'
import { createSubscriber } from '#tests/support/e2e/subscriber.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'
import {
  addZone,
  dailyRoute,
  dateChip,
  removeZones,
  setRouteDaysOnly,
} from '#tests/support/e2e/zones.ts'

test.afterEach(({ page }) => removeZones(page))

test('rule 46: the phone order form offers open dates and warns about others without rejecting them', async ({
  page,
  time,
}) => {
  await signInAsStaff(page)
  const [full, open] = [addDays(time.today(), 3), addDays(time.today(), 4)]
  // Other tests of this shop order for other ZIP codes.
  const zip = '12477'
  await addZone(page, { zips: [zip], routeDays: dailyRoute(time.today(), { capacity: 1 }) })
  await setRouteDaysOnly(page, true)
  await page.goto('/admin/orders/new')
  await page.getByLabel('Full name').fill(customer.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(freshEmail('phone'))
  await page.getByLabel('Phone', { exact: true }).fill(customer.phone)
  const quantity = page.getByRole('region', { name: 'Products' }).getByRole('spinbutton').first()
  await quantity.fill('1')
  await page.getByLabel('Street Address').fill(customer.street)
  await page.getByLabel('City').fill(customer.city)
  await page.getByLabel('State').fill(customer.state)
  await page.getByLabel('ZIP Code').fill(zip)

  await dateChip(page, open).click()
  await expect(page.getByLabel('Delivery date')).toHaveValue(open)
  await page.getByLabel('Delivery date').fill(full)
  await quantity.fill('2')
  const warning = page.getByText(`Zone Kingston is full on ${formatDate(full)}.`)
  await expect(warning).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  await page.getByRole('radio', { name: /Pay link/ }).check()
  await page.getByRole('button', { name: 'Place order' }).click()

  await expect(page.getByRole('heading', { name: /^Order \w{8} placed$/ })).toBeVisible()
  await expect(warning).toBeVisible()
})

test('rule 47: the zones page lists the subscriptions outside every zone, with links', async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time)
  await signInAsStaff(page)
  await addZone(page, { name: 'Far', zips: ['99999'], routeDays: dailyRoute(time.today()) })
  await page.goto('/admin/zones')
  const list = page.getByRole('region', { name: 'Subscriptions outside your zones' })
  await expect(list).toContainText('12401')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)

  await list.locator(`a[href*="${ana.id}"]`).press('Enter')

  await expect(page).toHaveURL(new RegExp(`/admin/subscriptions\\?subscription=${ana.id}`))
  const panel = page.getByRole('complementary', { name: /^Subscription/ })
  await expect(panel).toContainText(customer.name)
})
