import type { Page } from '@playwright/test'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  expect,
  expectAccessible,
  expectConfirmation,
  expectNoOverflow,
  fillCard,
  fillCart,
  fillDelivery,
  freshEmail,
  goToCheckout,
  notifications,
  placeOrderButton,
  test,
} from '#tests/support/e2e/base-test.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import { poolItem } from '#tests/support/e2e/route-board.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import {
  expectAccessibleInBothThemes,
  signInAsStaff,
  signInWithRole,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

const PHONE = { width: 375, height: 800 }
const DESKTOP = { width: 1280, height: 900 }

const readPoint = async (page: Page, id: string) =>
  (await page.request.get(fillPath(apiPaths.adminOrderPoint, { id }))).json()

const openPoint = (page: Page) =>
  page.getByRole('button', { name: 'Open delivery point' }).first().click()

test('instructions of a checkout are shown on the order and the board, and the customer changes them', async ({
  page,
}) => {
  const [email, name] = [freshEmail('door'), uniqueWord('Door')]
  await page.setViewportSize(PHONE)
  await fillCart(page, 'Spring Water 5 Gallon', 1)
  await goToCheckout(page)
  const date = await fillDelivery(page, { email, name })
  await page.getByLabel('Delivery instructions (optional)').fill('Side door, ring twice')
  await expectNoOverflow(page)
  await expectAccessible(page)
  await fillCard(page, '4242424242424242')
  await placeOrderButton(page).click()
  const orderId = await expectConfirmation(page)

  await page.setViewportSize(DESKTOP)
  await signInAsStaff(page)
  await page.goto(`/admin/routes?date=${date}`)
  await poolItem(page, name).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByText('Side door, ring twice').first()).toBeVisible()
  await page.goto(`/admin/orders?order=${orderId}`)
  await expect(page.getByText('Side door, ring twice')).toBeVisible()

  await signIn(page, email)
  await page.setViewportSize(PHONE)
  await page.goto('/customer/dashboard')
  const card = page.getByRole('region', { name: 'Delivery addresses' })
  await expect(card.getByText('Side door, ring twice')).toBeVisible()
  await card.getByRole('button', { name: 'Change instructions for 12 Main Street' }).click()
  await page.getByRole('dialog').getByLabel('Gate code').fill('4711#')
  await page.getByRole('dialog').getByLabel('Instructions').fill('Leave them on the porch')
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Gate code 4711#')).toBeVisible()
  await expect(card.getByText('Leave them on the porch')).toBeVisible()
  await expectAccessible(page)
})

test('staff pin a door by keyboard, by mouse and by coordinates, and remove the pin', async ({
  page,
  expectedConsoleErrors,
}) => {
  // The browser's own line for the pin that is rejected.
  expectedConsoleErrors.push(/status of 400/)
  await signInAsStaff(page)
  const orderId = await paidOrder(page, { customerEmail: freshEmail('pin') })
  await page.goto(`/admin/orders?order=${orderId}`)
  await openPoint(page)
  const dialog = page.getByRole('dialog', { name: 'Delivery point' })
  const pin = dialog.getByLabel('Pin (latitude, longitude)')
  const map = dialog.getByRole('button', { name: /^Map:/ })
  await expect(dialog.getByText('Center of the ZIP code.')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await map.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await expect(pin).toHaveValue(/^41\.99\d*, -74\.00\d*$/)
  await dialog.getByLabel('Gate code').fill('4711')
  await dialog.getByRole('button', { name: 'Add opening hours' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(notifications(page).getByText('Delivery point updated')).toBeVisible()
  await expect(page.getByText('Pinned by staff')).toBeVisible()
  expect(await readPoint(page, orderId)).toMatchObject({
    placeSource: 'pin',
    gateCode: '4711',
    openingHours: [{ from: '08:00', to: '12:00' }],
  })

  await openPoint(page)
  await pin.fill('-74.02, 41.93')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/miles from ZIP code 12401/)).toBeVisible()
  await pin.fill('Kingston')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter latitude and longitude')).toBeVisible()
  await pin.fill('41.93, -74.02')
  await expect(dialog.getByText('Pin at 41.93, -74.02.')).toBeVisible()
  await map.click({ position: { x: 30, y: 30 } })
  await expect(pin).not.toHaveValue('41.93, -74.02')
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await dialog.getByRole('button', { name: 'Remove pin' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await readPoint(page, orderId)).placeSource).toBe('zip')
})

test('two dispatchers at one door: the second sees the first change and keeps what they typed', async ({
  page,
}) => {
  await signInAsStaff(page)
  const orderId = await paidOrder(page, { customerEmail: freshEmail('stale') })
  await page.goto(`/admin/orders?order=${orderId}`)
  await openPoint(page)
  const dialog = page.getByRole('dialog', { name: 'Delivery point' })
  await dialog.getByLabel('Notes for drivers').fill('Beware of the dog')
  const { customerId, address, zip } = await readPoint(page, orderId)
  const other = await page.request.patch(
    fillPath(apiPaths.adminCustomerPoints, { id: customerId }),
    { data: { address, zip, gateCode: '9999' } },
  )
  expect(other.ok()).toBe(true)

  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog.getByText('Someone else edited this')).toBeVisible()
  await expect(dialog.getByLabel('Notes for drivers')).toHaveValue('Beware of the dog')
  await expect(dialog.getByLabel('Gate code')).toHaveValue('9999')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await readPoint(page, orderId)).toMatchObject({
    gateCode: '9999',
    notes: 'Beware of the dog',
  })
})

test('coordinates are imported after a preview; a viewer reads points and changes none', async ({
  page,
  baseURL,
}) => {
  await signInAsStaff(page)
  const email = freshEmail('places')
  const orderId = await paidOrder(page, { customerEmail: email })
  await page.goto('/admin/zones')
  await page.getByRole('button', { name: 'Import places' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import places' })
  const upload = (lines: string[]) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: 'places.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Email,Address,ZIP,Latitude,Longitude', ...lines].join('\n')),
    })
  const good = `${email},12 Main St,12401,41.95,-74.05`

  await upload([good, 'nobody@example.com,1 Elm Street,12401,41.95,-74.05'])
  await expect(dialog.getByText('No customer has this email address')).toBeVisible()
  await upload([good])
  await expect(dialog.getByText('1 new')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await dialog.getByRole('button', { name: 'Import 1 place' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await readPoint(page, orderId)).placeSource).toBe('import')

  const { customerId } = await readPoint(page, orderId)
  await page.setViewportSize(DESKTOP)
  await signInWithRole(page, baseURL, 'viewer')
  await page.goto(`/admin/customers?customer=${customerId}`)
  await expect(page.getByRole('heading', { name: 'Delivery points' })).toBeVisible()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Open delivery point/ })).toHaveCount(0)
})
