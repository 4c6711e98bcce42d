import { expect, test } from 'vitest'
import { withoutScripts } from './static-home.ts'

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
