import type { Page } from '@playwright/test'
import { expect, expectAccessible, fillCart, test } from '#tests/support/e2e/base-test.ts'
import { findProduct } from '#tests/support/e2e/orders.ts'

const spring = 'Spring Water 5 Gallon'
const purified = 'Purified Water 3 Gallon'

const panel = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' })
const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cart/ })
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const line = (page: Page, name: string) =>
  panel(page).getByRole('listitem').filter({ hasText: name })
const quantityIn = (page: Page, name: string) =>
  line(page, name).getByRole('group', { name: `Quantity of ${name}` })

async function choose(page: Page, name: string, quantity: number) {
  for (let n = 0; n < quantity; n++) {
    await card(page, name)
      .getByRole('button', { name: `Increase quantity of ${name}` })
      .click()
  }
}

async function add(page: Page, name: string, quantity: number) {
  await choose(page, name, quantity)
  await card(page, name).getByRole('button', { name: 'Add to Cart' }).click()
  await expect(panel(page)).toBeVisible()
}

test('a quantity starts at 0, never falls below 0, and 0 bottles cannot be added', async ({
  page,
}) => {
  await page.goto('/')
  const stepper = card(page, spring).getByRole('group')
  const less = stepper.getByRole('button', { name: `Decrease quantity of ${spring}` })
  const addButton = card(page, spring).getByRole('button', { name: 'Add to Cart', exact: true })
  await expect(stepper).toContainText(/0$/)
  await expect(less).toBeDisabled()
  await expect(addButton).toBeDisabled()

  await choose(page, spring, 2)
  await expect(stepper).toContainText(/2$/)
  await expect(card(page, purified).getByRole('group')).toContainText(/0$/)
  await expect(addButton).toBeEnabled()
  await less.click()
  await less.click()

  await expect(stepper).toContainText(/0$/)
  await expect(less).toBeDisabled()
  await expect(addButton).toBeDisabled()
})

test('adding opens the cart, resets the quantity and merges into an existing line', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/')
  await expect(cartButton(page)).toHaveAccessibleName('Cart')

  await add(page, spring, 1)
  await expect(panel(page).getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(cartButton(page)).toBeFocused()
  await expect(card(page, spring).getByRole('group')).toContainText(/0$/)
  await expect(cartButton(page)).toHaveAccessibleName('Cart 1 item')
  await add(page, purified, 2)
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await add(page, spring, 2)

  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
  await expect(panel(page).getByRole('listitem').first()).toContainText(spring)
  await expect(quantityIn(page, spring)).toContainText(/3$/)
  await expect(quantityIn(page, purified)).toContainText(/2$/)
  // 3 × 8.99 and 2 × 5.99
  await expect(line(page, spring)).toContainText('$26.97')
  await expect(line(page, purified)).toContainText('$11.98')
  await expect(panel(page).getByText('Subtotal')).toBeVisible()
  await expect(panel(page).getByText('FREE', { exact: true })).toBeVisible()
  await expect(panel(page).getByText('$38.95')).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(cartButton(page)).toHaveAccessibleName('Cart 5 items')
})

test('in the cart a line changes by one, and disappears at 0 or when removed', async ({ page }) => {
  await page.goto('/')
  await add(page, spring, 1)
  await page.keyboard.press('Escape')
  await add(page, purified, 2)

  await line(page, spring)
    .getByRole('button', { name: /^Increase/ })
    .click()
  await expect(quantityIn(page, spring)).toContainText(/2$/)
  await expect(panel(page).getByText('$29.96')).toHaveCount(2)
  await line(page, spring)
    .getByRole('button', { name: /^Decrease/ })
    .click()
  await line(page, spring)
    .getByRole('button', { name: /^Decrease/ })
    .click()
  await expect(line(page, spring)).toHaveCount(0)
  await panel(page)
    .getByRole('button', { name: `Remove ${purified}` })
    .click()

  await expect(panel(page).getByText('Your cart is empty')).toBeVisible()
  await expect(panel(page).getByText('Add some water bottles to get started!')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Proceed to Checkout' })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(cartButton(page)).toHaveAccessibleName('Cart')
  await cartButton(page).click()
  await expect(panel(page).getByText('Your cart is empty')).toBeVisible()
})

test('a line stops at the maximum per order, and shows the phone number', async ({ page }) => {
  const product = await findProduct(page, spring)
  await page.addInitScript(
    (lines) => {
      localStorage.setItem('cart', JSON.stringify(lines))
    },
    [{ product, quantity: 998 }],
  )
  await page.goto('/')
  await cartButton(page).click()
  const more = line(page, spring).getByRole('button', { name: /^Increase/ })

  await more.click()

  await expect(quantityIn(page, spring)).toContainText(/999$/)
  await expect(more).toBeDisabled()
  await expect(line(page, spring)).toContainText('Need more? Call (845) 555-0142.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await add(page, spring, 1)
  await expect(quantityIn(page, spring)).toContainText(/999$/)
})

test('a reload clears the cart, but offers to restore it', async ({ page }) => {
  await fillCart(page, spring, 2)

  await page.reload()

  await expect(cartButton(page)).toHaveAccessibleName('Cart')
  const offer = page.getByRole('complementary', { name: 'Your last cart' })
  await expect(offer.getByRole('button', { name: 'Restore your cart' })).toBeVisible()
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Restore your cart' }).click()
  await expect(cartButton(page)).toHaveAccessibleName('Cart 2 items')
  await expect(offer).toHaveCount(0)

  await page.reload()
  await offer.getByRole('button', { name: 'Dismiss' }).click()
  await expect(offer).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('after checkout has started, the cart survives reloads and follows changes on the home page', async ({
  page,
}) => {
  await fillCart(page, spring, 2)
  const stored = (key: string) =>
    page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)
  expect(await stored('cart')).toBeNull()

  await panel(page).getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
  expect(await stored('tempCart')).toBeNull()
  expect(await stored('cart')).toMatchObject([{ product: { name: spring }, quantity: 2 }])

  await page.getByRole('button', { name: 'Back to Shopping' }).click()
  await expect(page).toHaveURL('/')
  await expect(panel(page)).toHaveCount(0)
  await expect(cartButton(page)).toHaveAccessibleName('Cart 2 items')
  await add(page, purified, 1)
  expect(await stored('cart')).toHaveLength(2)
  await page.reload()
  await expect(cartButton(page)).toHaveAccessibleName('Cart 3 items')
})
