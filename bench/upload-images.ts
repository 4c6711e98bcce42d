import sharp from 'sharp'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Shop } from './shop.ts'
import { signIn } from './sign-in.ts'

/** A photo as phones take it, 12 megapixels with noise, because smooth images are quickly encoded. */
const photo = () =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#88a',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 70 })
    .toBuffer()

/** Uploads images of one product without a pause while `measure` runs. */
export async function withImageUploads<T>(shop: Shop, measure: () => Promise<T>): Promise<T> {
  const origin = `http://127.0.0.1:${shop.port}`
  const cookie = await signIn(shop.port)
  const path = fillPath(apiPaths.adminProductImage, { id: shop.product.id })
  const body = await photo()
  let isDone = false
  const upload = async () => {
    while (!isDone) {
      const response = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg', cookie },
        body,
      })
      if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`)
    }
  }
  const uploading = upload()
  try {
    return await measure()
  } finally {
    isDone = true
    await uploading
  }
}
