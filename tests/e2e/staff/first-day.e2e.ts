import type { Browser, Page } from '@playwright/test'
import { addDays } from '#contract/dates/calendar.ts'
import { customer, fillCard } from '#tests/support/e2e/base-test.ts'
import { downloadCsv, sumCents, toCents } from '#tests/support/e2e/download-csv.ts'
import { expect, owner, readEmail, test } from '#tests/support/e2e/production-shop.ts'
import { choose, expectToast, rowWith } from '#tests/support/e2e/staff.ts'
import type { TimeControl } from '#tests/support/e2e/with-clock.ts'
import { appCode } from '#tests/support/two-step.ts'

const SPRING = 'Spring Water 5 Gallon'
const products = [
  [SPRING, '8.99'],
  ['Spring Water 3 Gallon', '6.99'],
  ['Mineral Water 5 Gallon', '12.49'],
] as const
const dispatcher = { email: 'dora@water.example', password: 'water every tuesday' }
const customerEmail = 'ana@example.com'

async function logIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** A page of another person, with their own cookies. */
const openBrowser = async (browser: Browser, { url }: TimeControl): Promise<Page> =>
  (await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true })).newPage()

const checklistLine = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Going-live checklist' })
    .getByRole('listitem')
    .filter({ hasText: title })

async function setUpTwoStep(page: Page, time: TimeControl): Promise<string> {
  await page.getByRole('link', { name: owner.email }).click()
  await page.getByRole('button', { name: 'Set up two-step verification' }).click()
  const key = (await page.getByTestId('two-step-key').textContent()) ?? ''
  const secret = key.replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill(appCode(secret, time.now()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I saved my codes' }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
  return secret
}

async function addProduct(page: Page, name: string, price: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Price').fill(price)
  await dialog.getByLabel('Description').fill(`${name}, delivered to your door.`)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const panel = page.getByRole('complementary', { name })
  await panel.getByLabel(/^Choose image/).setInputFiles('web/public/apple-touch-icon.png')
  await expect(panel.getByRole('img', { name })).toHaveAttribute('src', /^\/product-images\//, {
    timeout: 60_000,
  })
  const details = panel.getByRole('form', { name: 'Details' })
  await choose(page, details.getByLabel('Status'), 'Active')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(rowWith(page, name)).toContainText('Active')
}

async function turnOnTaxAndDeposit(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  const tax = page.getByRole('region', { name: 'Sales tax' })
  await tax.getByRole('switch', { name: /Charge sales tax/ }).click()
  await tax.getByRole('button', { name: 'Add rate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add rate' })
  await dialog.getByLabel('ZIP codes').fill(customer.zip)
  await dialog.getByLabel('Label').fill('Ulster County')
  await dialog.getByLabel('Rate in percent').fill('8')
  await dialog.getByRole('button', { name: 'Add rate' }).click()
  await expectToast(page, 'Tax rate added')
  const deposit = page.getByRole('form', { name: 'Bottle deposit' })
  await deposit.getByLabel('Deposit per bottle').fill('6')
  await deposit.getByRole('button', { name: 'Save deposit' }).click()
  await expectToast(page, 'Bottle deposit saved')
}

async function takePhoneOrder(page: Page, deliveryDate: string): Promise<void> {
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await page.getByLabel('Full name').fill(customer.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(customerEmail)
  await page.getByLabel('Phone', { exact: true }).fill(customer.phone)
  await page.getByRole('region', { name: 'Products' }).getByRole('spinbutton').first().fill('2')
  await page.getByLabel('Delivery date').fill(deliveryDate)
  await page.getByLabel('Street Address').fill(customer.street)
  await page.getByLabel('City').fill(customer.city)
  await page.getByLabel('State').fill(customer.state)
  await page.getByLabel('ZIP Code').fill(customer.zip)
  await page.getByRole('switch', { name: 'Recurring delivery' }).click()
  await choose(page, page.getByLabel('Frequency'), /^Weekly$/)
  // Two bottles at 15 % off, 8 % tax on them, and a deposit of $6.00 each.
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('$28.50')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('We emailed the customer a pay link.')).toBeVisible()
}

test('the owner opens a new shop: products, tax, a phone order, a refund and the books', async ({
  page,
  browser,
  time,
  mail,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 403/)
  const openedOn = time.today()
  await logIn(page, owner)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)

  await test.step('the checklist names what is missing', async () => {
    await page.goto('/admin/settings')
    await expect(checklistLine(page, 'Sales tax')).toBeVisible()
    await page.getByRole('button', { name: 'Send test email' }).click()
    await expect(checklistLine(page, 'Email').getByRole('status')).toContainText(owner.email)
    await readEmail(mail, owner.email, /test/i)
  })

  const secret = await test.step('two-step verification', () => setUpTwoStep(page, time))

  const dora = await openBrowser(browser, time)
  await test.step('a dispatcher is invited and sets a password', async () => {
    await page.goto('/admin/staff')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('dialog').getByLabel('Email').fill(dispatcher.email)
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    await expectToast(page, 'Invitation sent')
    const email = await readEmail(mail, dispatcher.email, /./)
    await dora.goto(/\/admin\/set-password\?token=[\w-]+/.exec(email)?.[0] ?? '')
    await dora.getByLabel('Email').fill(dispatcher.email)
    await dora.getByLabel('New password').fill(dispatcher.password)
    await dora.getByRole('button', { name: 'Save password' }).click()
    await expect(dora).toHaveURL(/\/admin\/login$/)
    await logIn(dora, dispatcher)
    await expect(dora).toHaveURL(/\/admin\/dashboard$/)
  })

  await test.step('three products with images', async () => {
    await page.goto('/admin/products')
    for (const [name, price] of products) await addProduct(page, name, price)
    await page.goto('/')
    for (const [name] of products) await expect(page.getByRole('article', { name })).toBeVisible()
  })

  await test.step('sales tax and bottle deposit', () => turnOnTaxAndDeposit(page))

  const firstDate = addDays(time.today(), 3)
  const ana = await openBrowser(browser, time)
  await test.step('a recurring phone order, paid by link', async () => {
    await takePhoneOrder(dora, firstDate)
    const email = await readEmail(mail, customerEmail, /^Pay for order/)
    await ana.goto(/\/pay\/[\w-]+/.exec(email)?.[0] ?? '')
    await expect(ana.getByRole('main')).toContainText('$28.50')
    await fillCard(ana, '4242424242424242')
    await ana.getByRole('button', { name: 'Pay now' }).click()
    await readEmail(mail, customerEmail, /is confirmed$/)
  })

  await test.step('a price increase, agreed by the customer', async () => {
    await page.goto('/admin/products')
    await page.getByRole('link', { name: SPRING }).click()
    const form = page.getByRole('form', { name: 'New price' })
    await form.getByLabel('New price').fill('9.99')
    await form.getByLabel('Valid from').fill(addDays(time.today(), 10))
    await form.getByRole('button', { name: 'Set price' }).click()
    await expectToast(page, 'Price saved')
    await time.advanceTo(new Date(time.now().getTime() + 360_000))
    const email = await readEmail(mail, customerEmail, /^Price change/)
    await ana.goto(/\/price-changes\/[\w.-]+/.exec(email)?.[0] ?? '')
    await ana.getByRole('button', { name: 'Agree to $9.99' }).click()
    await expect(ana.getByRole('heading', { name: 'You agreed to $9.99' })).toBeVisible()
    await page.reload()
    await expect(page.getByText(/\$9\.99 from .+: 1 of 1 agreed/)).toBeVisible()
  })

  await test.step('a refund by item, confirmed with a code', async () => {
    await time.advanceTo(new Date(time.now().getTime() + 20 * 60_000))
    await page.goto('/admin/orders')
    await page.locator('[data-row-link]').first().click()
    const panel = page.getByRole('complementary', { name: /^Order/ })
    await panel.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: /^Refund/ })
    await dialog.getByRole('radio', { name: 'Items' }).check()
    await dialog.getByLabel(SPRING).fill('1')
    await dialog.getByLabel('Reason').fill('One bottle was cracked')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: /^Refund \$/ }).click()
    const confirm = page.getByRole('dialog', { name: "Confirm it's you" })
    await confirm.getByRole('button', { name: 'Use a code instead' }).click()
    await confirm.getByLabel('Code').fill(appCode(secret, time.now()))
    await confirm.getByLabel('Code').press('Enter')
    await expectToast(page, 'Refund requested')
    expect(await readEmail(mail, customerEmail, /refund/i)).toContain('$8.25')
  })

  await test.step('later deliveries: the old price once, then the agreed one', async () => {
    for (const [days, total] of [
      [7, '$16.50'],
      [14, '$18.34'],
    ] as const) {
      await time.advanceToMorning(addDays(firstDate, days - 3))
      expect(await readEmail(mail, customerEmail, /^Your delivery on/)).toContain(total)
      await time.advanceToMorning(addDays(firstDate, days))
      expect(await readEmail(mail, customerEmail, /is confirmed$/)).toContain(total)
    }
  })

  await test.step('the accountant downloads books that add up to the payouts', async () => {
    const until = addDays(firstDate, 18)
    await time.advanceToMorning(until)
    await page.context().clearCookies()
    await logIn(page, owner)
    await page.getByLabel('Code').fill(appCode(secret, time.now()))
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('link', { name: 'Books', exact: true }).click()
    await page.getByLabel('From').fill(openedOn)
    await page.getByLabel('To', { exact: true }).fill(until)
    await expect(page.getByText('Everything in these dates adds up.')).toBeVisible()
    const days = await downloadCsv(page, 'Daily summary')
    const transactions = await downloadCsv(page, 'Transactions')

    // Two bottles at 15 % off three times, the third time at the agreed price.
    expect(sumCents(days, 'Products')).toBe(2 * 1798 + 1998)
    expect(sumCents(days, 'Discounts')).toBe(-2 * 270 - 300)
    expect(sumCents(days, 'Deposits')).toBe(1200)
    expect(sumCents(days, 'Sales tax')).toBe(2 * 122 + 136)
    expect(sumCents(days, 'Card payments')).toBe(2850 + 1650 + 1834)
    expect(sumCents(days, 'Card refunds')).toBe(-825)
    expect(sumCents(transactions, 'Net')).toBe(sumCents(days, 'Balance change'))
    const fees = 113 + 78 + 83
    expect(sumCents(days, 'Provider fees')).toBe(-fees)
    // All of it has reached the bank account.
    expect(sumCents(days, 'Payouts')).toBe(-(2850 + 1650 + 1834 - 825 - fees))
    expect(toCents(days.at(-1)?.Balance)).toBe(0)
  })
})
