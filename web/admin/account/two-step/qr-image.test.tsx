import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { QrImage } from './qr-image.tsx'

const draw = (text: string) => renderToStaticMarkup(<QrImage text={text} label="Key" />)

test('a QR code has its quiet zone and a name', () => {
  // Version 1 has 21 modules.
  expect(draw('carboy')).toContain('viewBox="0 0 29 29"')
  expect(draw('carboy')).toContain('aria-label="Key"')
  // The corner of the position pattern, right after the quiet zone.
  expect(draw('carboy')).toContain('d="M4 4h1v1h-1z')
})

test('the longest key URL has a code', () => {
  const name = encodeURIComponent('é'.repeat(80))
  const email = encodeURIComponent(`${'a'.repeat(242)}@example.com`)
  const url = `otpauth://totp/${name}:${email}?secret=${'A'.repeat(32)}&issuer=${name}`
  expect(draw(url)).toContain('<path')
})
