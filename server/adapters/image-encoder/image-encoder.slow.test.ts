import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImageEncoder } from './image-encoder.ts'

const encodeWith = createImageEncoder()
const encode = (bytes: Uint8Array) => encodeWith(bytes, 'product')

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#2563ebcc' } })

const readSizes = (result: Awaited<ReturnType<typeof encode>>) =>
  'images' in result
    ? Promise.all(
        result.images.map(async ({ width, format, bytes }) => {
          const read = await sharp(bytes).metadata()
          return `${format} ${width}: ${read.width}x${read.height}`
        }),
      )
    : result.reason

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s is encoded in every size and format',
  async (format) => {
    const upload = await image(1500, 2000).toFormat(format).toBuffer()

    expect(await readSizes(await encode(upload))).toEqual([
      'avif 240: 240x320',
      'webp 240: 240x320',
      'avif 480: 480x640',
      'webp 480: 480x640',
      'avif 720: 720x960',
      'webp 720: 720x960',
    ])
  },
)

test('a photo becomes one WebP of at most 1280 pixels, turned and without its metadata', async () => {
  const upload = await image(4000, 3000)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'Ana Ruiz' } })
    .jpeg()
    .toBuffer()

  const result = await encodeWith(upload, 'photo')

  if (!('images' in result)) throw new Error(result.reason)
  expect(result.images.map(({ width, format }) => [width, format])).toEqual([[1280, 'webp']])
  const { format, width, height, exif } = await sharp(result.images[0]?.bytes).metadata()
  expect({ format, width, height, exif }).toEqual({
    format: 'webp',
    width: 960,
    height: 1280,
    exif: undefined,
  })
})

test('a rotated photo is turned, and its metadata is removed', async () => {
  const upload = await image(400, 300)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'Ana Ruiz' } })
    .jpeg()
    .toBuffer()

  const result = await encode(upload)

  if (!('images' in result)) throw new Error(result.reason)
  for (const { bytes } of result.images) {
    const { exif, width = 0, height = 0 } = await sharp(bytes).metadata()
    expect([exif, width < height]).toEqual([undefined, true])
  }
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'

test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
  ['an SVG', () => Buffer.from(svg), 'not_an_image'],
  ['a GIF', () => image(9, 9).gif().toBuffer(), 'not_an_image'],
  ['a TIFF', () => image(9, 9).tiff().toBuffer(), 'not_an_image'],
  ['an AVIF', () => image(99, 99).avif().toBuffer(), 'not_an_image'],
  ['a text', () => Buffer.from('hello'), 'not_an_image'],
  ['nothing', () => Buffer.alloc(0), 'not_an_image'],
  [
    'an SVG behind the signature of a JPEG',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
    'unreadable',
  ],
  [
    'a GIF behind the signature of a WebP',
    async () =>
      Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), await image(9, 9).gif().toBuffer()]),
    'unreadable',
  ],
  [
    'a truncated PNG',
    async () => (await image(900, 900).png().toBuffer()).subarray(0, 600),
    'unreadable',
  ],
  ['a truncated JPEG', async () => (await noise()).subarray(0, 5000), 'unreadable'],
  ['a small PNG that claims 225 megapixels', claimsManyPixels, 'too_many_pixels'],
  ['an animated WebP', animated, 'animated'],
])('%s is rejected', async (_, makeUpload, reason) => {
  expect(await encode(await makeUpload())).toEqual({ reason })
})

/** Only the header is read before the rejection, so only the header is that large. */
async function claimsManyPixels(): Promise<Uint8Array> {
  const png = await image(9, 9).png().toBuffer()
  const [width, end] = [16, 29]
  png.writeUInt32BE(15_000, width)
  png.writeUInt32BE(15_000, width + 4)
  png.writeUInt32BE(crc32(png.subarray(12, end)), end)
  return png
}

const noise = () =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()

async function animated(): Promise<Uint8Array> {
  const frames = await Promise.all(
    ['#fff', '#000'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 4, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

test('a program that hangs is ended', async () => {
  const upload = await image(3000, 4000).png().toBuffer()
  expect(await createImageEncoder({ limitMs: 1 })(upload, 'product')).toEqual({
    reason: 'unreadable',
  })
})

test.each<[string, () => ChildProcess]>([
  ['whose executable is missing', () => fork('none', { execPath: '/nowhere/node', ...silent })],
  ['that does not load', () => fork('/nowhere/program.ts', silent)],
  [
    'for which there are no open files',
    () => {
      throw Object.assign(new Error('spawn EMFILE'), { code: 'EMFILE' })
    },
  ],
  ['that is ended by a restart of the service', () => endedBy('SIGTERM')],
  ['that is ended for want of memory', () => endedBy('SIGKILL')],
])('a program %s does not mark its image as unreadable', async (_, start) => {
  const upload = await image(60, 80).png().toBuffer()
  const encoder = createImageEncoder({ start })
  for (let n = 0; n < 2; n++)
    expect(await encoder(upload, 'photo')).toMatchObject({ reason: 'not_encoded' })
})

test('an image that crashes its program is unreadable', async () => {
  const upload = await image(60, 80).png().toBuffer()
  const encoder = createImageEncoder({ start: () => endedBy('SIGABRT') })
  expect(await encoder(upload, 'photo')).toEqual({ reason: 'unreadable' })
})

const silent = { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] } satisfies ForkOptions

/** A program that starts, and then ends in the middle of its image. */
function endedBy(signal: NodeJS.Signals): ChildProcess {
  const program = `process.send('ready')
    process.once('message', () => process.kill(process.pid, '${signal}'))`
  return spawn(process.execPath, ['--eval', program], silent)
}

test('many images at once are encoded one after the other, and more are turned away', async () => {
  const upload = await image(60, 80).png().toBuffer()
  const encoder = createImageEncoder()

  const results = await Promise.all(Array.from({ length: 6 }, () => encoder(upload, 'product')))

  expect(results.filter((result) => 'images' in result)).toHaveLength(4)
  expect(results.slice(4)).toEqual([{ reason: 'busy' }, { reason: 'busy' }])
})

test('the server itself never loads the library', () => {
  const source = readFileSync(join(import.meta.dirname, 'image-encoder.ts'), 'utf8')
  expect(source).not.toMatch(/from 'sharp'/)
})
