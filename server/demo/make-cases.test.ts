import sharp from 'sharp'
import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { StaffCase } from '#contract/staff/cases.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { DEMO_PHOTO } from './demo-photo.ts'

test('rule 66: the demo shop has an open case with a photo and an answered one', async () => {
  const shop = await openShop({ env: { SEED: 'demo' } })
  const staff = await staffBrowser(shop)

  const { body } = await staff.call<StaffCase[]>('GET', `${apiPaths.adminCases}?limit=50`)

  expect(body).toMatchObject([
    { state: 'open', kind: 'damaged', photo: expect.any(String), outcome: null },
    { state: 'answered', outcome: 'closed', photo: null },
  ])
  expect((await sharp(Buffer.from(DEMO_PHOTO, 'base64')).metadata()).format).toBe('webp')
})
