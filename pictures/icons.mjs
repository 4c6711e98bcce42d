// The bottle-and-drop glyph, and every icon a browser or a phone asks for, made from it.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

export const brandBlue = '#0b63ce'

// Drawn on 64 × 64; the drop is a hole (even-odd), so that it shows whatever lies behind.
const cap =
  'M25 3h14a2.5 2.5 0 0 1 2.5 2.5v5A2.5 2.5 0 0 1 39 13H25' +
  'a2.5 2.5 0 0 1-2.5-2.5v-5A2.5 2.5 0 0 1 25 3Z'
const body =
  'M26 16h12c.6 3.6 3 5 6.6 6.6C50.4 25.2 53 29 53 34.5V54a7 7 0 0 1-7 7H18a7 7 0 0 1-7-7' +
  'V34.5c0-5.5 2.6-9.3 8.4-11.9C23 21 25.4 19.6 26 16Z'
const drop = 'M32 27.5c3.8 5.4 9.5 10.3 9.5 16.5a9.5 9.5 0 0 1-19 0c0-6.2 5.7-11.1 9.5-16.5Z'

const glyph = (color) => `<path fill="${color}" fill-rule="evenodd" d="${cap}${body}${drop}"/>`

const svg64 = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
export const faviconSvg = `${svg64}${glyph(brandBlue)}</svg>\n`

// Home screens round the corners themselves: a full square of brand blue, the glyph in white.
const tile = (size) => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"
  viewBox="0 0 64 64"><rect width="64" height="64" fill="${brandBlue}"/>
  <g transform="translate(10.9 10.9) scale(.66)">${glyph('#fff')}</g></svg>`

/** An .ico is a 22-byte directory with, since Windows Vista, a PNG behind it. */
function ico(png, size) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

export async function writeIcons(folder) {
  const png = (svg) => sharp(Buffer.from(svg), { density: 600 }).png({ compressionLevel: 9 })
  await writeFile(path.join(folder, 'favicon.svg'), faviconSvg)
  const small = await png(faviconSvg).resize(32, 32).toBuffer()
  await writeFile(path.join(folder, 'favicon.ico'), ico(small, 32))
  for (const size of [192, 512]) {
    await png(tile(size))
      .resize(size, size)
      .toFile(path.join(folder, `icon-${size}.png`))
  }
  const touch = path.join(folder, 'apple-touch-icon.png')
  await png(tile(180)).resize(180, 180).flatten({ background: brandBlue }).toFile(touch)
}
