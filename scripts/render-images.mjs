// Renders and encodes the shop's images: node scripts/render-images.mjs [hero icons …]
// Needs povray on PATH (Debian: apt-get install povray). A name renders that image only.
// RENDER_THREADS sets the threads (1), REUSE_PASSES=1 only encodes the passes in pictures/build.
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { bottleInclude, glassInclude, sizes } from '../pictures/bottle-mesh.mjs'
import { cutOut } from '../pictures/cut-out.mjs'
import { brandBlue, writeIcons } from '../pictures/icons.mjs'
import { kinds, labelSvg } from '../pictures/label-art.mjs'
import { wordmark } from '../pictures/lettering.mjs'
import { buildFolder, linear, passes, render } from '../pictures/povray.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const publicFolder = path.join(root, 'web/public')
const images = path.join(publicFolder, 'images')
const only = process.argv.slice(2)
const isSelected = (name) => only.length === 0 || only.includes(name)

const quoted = (text) => `"${text}"`
const labelFile = (kind, gallons) => `label-${kind}-${gallons}.png`

async function writeSources() {
  await mkdir(buildFolder, { recursive: true })
  await mkdir(images, { recursive: true })
  await writeFile(path.join(buildFolder, 'glass.inc'), glassInclude())
  for (const gallons of Object.keys(sizes)) {
    await writeFile(path.join(buildFolder, `bottle-${gallons}.inc`), bottleInclude(gallons))
    for (const kind of Object.keys(kinds)) {
      const art = sharp(Buffer.from(labelSvg(kind, gallons))).removeAlpha()
      await art.png().toFile(path.join(buildFolder, labelFile(kind, gallons)))
    }
  }
}

/** Encodes at the best quality that stays below the size limit of the page. */
async function encodeWithin(encodeAt, kilobytes, file) {
  for (let quality = 60; ; quality -= 3) {
    const data = await encodeAt(quality).toBuffer()
    if (data.length <= kilobytes * 1000 || quality < 40) return writeFile(file, data)
  }
}

const webp = (image) => (quality) =>
  sharp(image).webp({ quality: quality + 14, alphaQuality: 96, effort: 6, smartSubsample: true })
const avif = (image) => (quality) =>
  sharp(image).avif({ quality, effort: 6, chromaSubsampling: '4:2:0' })

async function encode(source, name, weights) {
  for (const [width, kilobytes] of Object.entries(weights)) {
    const file = path.join(images, `${name}-${width}`)
    const resize = { width: Number(width), kernel: 'lanczos3' }
    const image = await sharp(source).resize(resize).png().toBuffer()
    await encodeWithin(avif(image), kilobytes, `${file}.avif`)
    await encodeWithin(webp(image), kilobytes * 2.2, `${file}.webp`)
  }
}

// The mask and the shadow are the same for every kind of one size.
const shared = new Map()
async function outline(scene, name, { width, height, values }) {
  if (!shared.has(name)) {
    const mask = await render(scene, `${name}-mask`, { pass: passes.mask, width, height, values })
    const half = { width: width / 2, height: height / 2 }
    const shadow = await render(scene, `${name}-shadow`, { pass: passes.shadow, ...half, values })
    shared.set(name, { mask, shadow })
  }
  return shared.get(name)
}

async function renderImage(scene, name, outlineName, options) {
  const { mask, shadow } = await outline(scene, outlineName, options)
  const beauty = await render(scene, `${name}-beauty`, { pass: passes.beauty, ...options })
  return cutOut({ beauty, mask, shadow })
}

async function product(kind, gallons) {
  const name = `${kind}-${gallons}-gallon`
  const values = {
    Gallons: gallons,
    Label: quoted(labelFile(kind, gallons)),
    CapColor: linear(kinds[kind].cap),
  }
  const options = { width: 720, height: 960, values }
  const result = await renderImage('bottle.pov', name, `bottle-${gallons}`, options)
  await encode(result, name, { 240: 4.5, 480: 9.9, 720: 17 })
  // The URL stored in the catalog, for clients that use a single size (emails, API clients).
  await copyFile(path.join(images, `${name}-480.webp`), path.join(images, `${name}.webp`))
}

async function hero() {
  const values = {
    Label5: quoted(labelFile('spring', 5)),
    Label3: quoted(labelFile('purified', 3)),
    CapColor5: linear(kinds.spring.cap),
    CapColor3: linear(kinds.purified.cap),
  }
  const options = { width: 1200, height: 960, values }
  const result = await renderImage('hero.pov', 'hero', 'hero', options)
  await encode(result, 'hero', { 480: 12, 800: 24.5, 1200: 42 })
  await openGraph(result)
}

/** The link preview image: the hero on a light blue background, next to the wordmark. */
async function openGraph(heroImage) {
  const backdrop = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
    <defs><linearGradient id="g" x2="1" y2="1"><stop offset="0" stop-color="#ffffff"/>
      <stop offset="1" stop-color="#c9e2fa"/></linearGradient>
    <radialGradient id="r" cx=".7" cy=".45" r=".45"><stop offset="0" stop-color="#fff"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
    <rect width="1200" height="630" fill="url(#g)"/><rect width="1200" height="630" fill="url(#r)"/>
    ${wordmark({ x: 288, y: 318, size: 58, color: brandBlue })}</svg>`
  const bottles = await sharp(heroImage).resize({ height: 610 }).png().toBuffer()
  await sharp(Buffer.from(backdrop))
    .composite([{ input: bottles, left: 470, top: 14 }])
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(path.join(images, 'og.jpg'))
}

async function timed(name, work) {
  if (!isSelected(name)) return
  const start = Date.now()
  await work()
  process.stdout.write(`${name}: ${((Date.now() - start) / 1000).toFixed(1)} s\n`)
}

await writeSources()
await timed('icons', () => writeIcons(publicFolder))
for (const gallons of Object.keys(sizes)) {
  for (const kind of Object.keys(kinds)) {
    await timed(`${kind}-${gallons}-gallon`, () => product(kind, gallons))
  }
}
await timed('hero', hero)
