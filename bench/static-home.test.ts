import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { serveStaticHome, withoutScripts } from './static-home.ts'

test('the page without code has its styles, font and image, and requests nothing else', () => {
  const content =
    '<style>a{}</style><link rel="preload" as="font" href="/f.woff2"><img src="/hero.avif">'
  const code = [
    '<script async src="/a.js"></script>',
    '<script type="application/json" id="page-code">["/b.js"]</script>',
    '<link rel="modulepreload" crossorigin href="/c.js" />',
    '<link rel="preload" as="fetch" href="/api/products" crossorigin="use-credentials" />',
  ]
  expect(withoutScripts(`${code.join('')}${content}${code.join('\n')}`).trim()).toBe(content)
})

test('the page without code and its files have the headers of the shop', async () => {
  const shop = createServer((request, reply) => {
    const isPage = request.url === '/'
    reply.setHeader('content-type', isPage ? 'text/html' : 'image/avif')
    reply.setHeader('cross-origin-opener-policy', 'same-origin')
    reply.end(isPage ? '<p>Home</p><script src="/a.js"></script>' : 'image')
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const copy = await serveStaticHome(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`)

  const page = await fetch(copy.url)
  const image = await fetch(`${copy.url}hero.avif`)

  expect(await page.text()).toBe('<p>Home</p>')
  expect(await image.text()).toBe('image')
  for (const { headers } of [page, image])
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(image.headers.get('content-type')).toBe('image/avif')
  await copy.close()
  shop.close()
})
