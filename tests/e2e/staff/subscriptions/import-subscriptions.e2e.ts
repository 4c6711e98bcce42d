import { addDays, dateIn } from '#contract/dates/calendar.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflowAtAnyWidth,
  fillCard,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  rowWith,
  signInAsStaff,
  signInWithRole,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'
import { findEmail } from '#tests/support/e2e/subscriber.ts'

const nextDate = addDays(dateIn('America/New_York', new Date()), 30)

const header =
  'Name,Email,Phone,Street,City,State,ZIP,Spring Water 5 Gallon,Frequency,Next delivery,Bottles held'
const toLine = (name: string, email: string, date = nextDate) =>
  `${name},${email},845-555-0199,9 Harbor Lane,Kingston,NY,12401,2,weekly,${date},4`

test('rule 67: an owner imports the good lines, and a customer agrees with a card', async ({
  page,
}) => {
  const name = uniqueWord('Mover')
  const email = freshEmail('mover')
  const content = [
    header,
    toLine(name, email),
    toLine('Broken Line', freshEmail('broken'), '2026-11-31'),
  ].join('\n')
  await signInAsStaff(page)
  await page.goto('/admin/subscriptions')
  await page.getByRole('link', { name: 'Import subscriptions' }).click()
  await expect(page.getByRole('heading', { name: 'Import subscriptions', level: 1 })).toBeVisible()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'old-system.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })

  const errors = page.getByRole('table', { name: 'Errors' })
  await expect(errors).toContainText(`"2026-11-31" isn't a date`)
  await expect(errors.getByRole('row').nth(1)).toContainText('3')
  await expectNoOverflowAtAnyWidth(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Import the 1 good line' }).click()
  await expectToast(page, 'Subscriptions imported successfully')
  const row = rowWith(page, name)
  await expect(row).toContainText('Link not sent')
  await page.getByRole('button', { name: `Send link to ${name}` }).click()
  await expectToast(page, 'Link queued')
  await expect(row).toContainText('Waiting for the customer', { timeout: 30_000 })
  await expectNoOverflowAtAnyWidth(page)
  await expectAccessibleInBothThemes(page)

  const text = await findEmail(page, email, /Please confirm your water deliveries/)
  const link = /\/agree\/[\w-]+/.exec(text)?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Keep your deliveries' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Subscription terms' })).toContainText(
    "You won't pay anything today.",
  )
  await fillCard(page, '4242424242424242')
  await expectNoOverflowAtAnyWidth(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Agree and save card' }).click()
  await expect(page.getByRole('heading', { name: 'Your subscription is set up' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your subscription is set up' })).toBeVisible()

  await page.goto('/admin/import')
  await expect(rowWith(page, name)).toContainText('Agreed')
  await rowWith(page, name).getByRole('link', { name: 'View subscription' }).click()
  await expect(page.getByRole('complementary', { name: /^Subscription/ })).toContainText('Active')
  await signIn(page, email)
  await page.goto('/customer/subscriptions')
  const card = page.getByRole('region', { name: /^Subscription #/ }).first()
  await expect(card).toContainText('Active')
  await expect(card).toContainText('2 × Spring Water 5 Gallon')
})

test('a dispatcher sees no import, and an invalid link says so', { tag: '@core' }, async ({
  page,
  baseURL,
}) => {
  await signInWithRole(page, baseURL, 'dispatcher')
  await page.goto('/admin/subscriptions')
  await expect(page.getByRole('heading', { name: 'Subscriptions', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import subscriptions' })).toHaveCount(0)
  await page.goto('/admin/import')
  await expect(page.getByText('Only owners and managers can import subscriptions')).toBeVisible()
  await page.goto('/agree/none')
  await expect(page.getByRole('heading', { name: "This link isn't valid" })).toBeVisible()
})
