import { expectAccessibleInBothThemes } from '#tests/support/e2e/staff.ts'
import { openProducts, panel } from '#tests/support/e2e/staff-products.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

test('an image is uploaded and shown in the shop; a file that is not an image shows an error', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/400/)
  const name = 'Purified Water 3 Gallon'
  await openProducts(page)
  await page.getByRole('link', { name }).click()
  const file = panel(page, name).getByLabel(/^Choose image/)
  const image = panel(page, name).getByRole('img', { name })

  await file.setInputFiles({
    name: 'bottle.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(
    panel(page, name).getByText('Choose a JPEG, PNG or WebP image.', { exact: true }),
  ).toBeVisible()
  await file.setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(11 * 1024 * 1024),
  })
  await expect(panel(page, name).getByText('Choose an image of up to 10 MB.')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await file.setInputFiles('web/public/apple-touch-icon.png')
  await expect(image).toHaveAttribute('src', /^\/product-images\//, { timeout: 60_000 })
  await page.goto('/')
  const card = page.getByRole('article', { name })
  await expect(card.getByRole('img', { name })).toHaveAttribute('src', /^\/product-images\//)
  const isLoaded = () =>
    card.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
  await card.scrollIntoViewIfNeeded()
  await expect.poll(isLoaded).toBe(true)
})
