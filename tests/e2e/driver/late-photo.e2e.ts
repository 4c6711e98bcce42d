import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Photos are not decoded before the returned function is called, as on a slow phone. */
async function holdPhotos(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const decode = window.createImageBitmap.bind(window)
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(window, {
      releasePhotos: resolve,
      createImageBitmap: (file: Blob) => promise.then(() => decode(file)),
    })
  })
  return () =>
    page.evaluate(() => (window as unknown as { releasePhotos: () => void }).releasePhotos())
}

test('input during the preparation of a photo stays, and saving waits for the photo', {
  tag: '@core',
}, async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, 'Delivered').click()
  const release = await holdPhotos(page)
  await page.getByLabel('Photo (optional)').setInputFiles('web/public/icon-512.png')
  await expect(page.getByText('Preparing the photo…')).toBeVisible()
  await button(page, 'One more, Empties taken: 5 Gallon').click()
  await page.getByLabel('Note for dispatch').fill('Dog in the yard')
  await button(page, 'Save').click()
  await expect(page.getByText('Preparing the photo…')).toBeVisible()
  await release()

  await expect(page.getByRole('link', { name: 'Add a stop' })).toBeVisible()
  await expect(page.getByText('All sent')).toBeVisible()
  expect(phone.events()).toMatchObject([
    {
      type: 'delivered',
      payload: { lines: [{ full: 2, empties: 1 }], note: 'Dog in the yard' },
      photos: [expect.any(String)],
    },
  ])
  await expect.poll(() => phone.photos).toHaveLength(1)

  // Correcting the counts keeps the note and the photo.
  await page.getByRole('link', { name: /Customer 1/ }).click()
  await page.getByRole('link', { name: 'Correct the counts' }).click()
  await expect(page.getByLabel('Note for dispatch')).toHaveValue('Dog in the yard')
  await button(page, 'One more, Empties taken: 5 Gallon').click()
  await button(page, 'Save').click()
  await expect(page.getByText('All sent')).toBeVisible()
  await expect.poll(() => phone.events().length).toBe(2)
  const [first, second] = phone.events()
  expect(second).toMatchObject({
    payload: { lines: [{ full: 2, empties: 2 }], note: 'Dog in the yard' },
    supersedes: first?.eventId,
    photos: first?.photos,
  })
})

test('more cash than is due is asked once', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await page.getByRole('link', { name: /Customer 3/ }).click()
  await page.getByRole('link', { name: 'Cash or check received' }).click()
  await page.getByLabel('Amount in dollars').fill('30')
  await button(page, 'Save').click()
  const question = 'Only $24.50 is due for this delivery. To save it anyway, tap Save again.'
  await expect(page.getByText(question)).toBeVisible()
  expect(phone.events()).toEqual([])
  await button(page, 'Save').click()
  await expect.poll(() => phone.events()).toMatchObject([{ payload: { amount: '30' } }])
})
