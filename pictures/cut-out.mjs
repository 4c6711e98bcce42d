// Puts the passes together: the product cut out on nothing, over a soft shadow, so that whatever
// card it lies on shows through. (POV-Ray's own alpha makes clear water see-through and gray.)
import sharp from 'sharp'

const shadowColor = [13, 58, 110]
const shadowStrength = 0.55
// Empty pixels take the color of the water's edge: resizing and codecs then leave no dark rim.
const emptyColor = [214, 233, 250]

const gray = (image) => image.toColorspace('b-w').raw().toBuffer()

/** 0 at the left, right and bottom edge, 1 from `margin` inwards: no shadow is ever cut off. */
function edgeFade(x, y, width, height) {
  const margin = width * 0.12
  const near = Math.min(x, width - 1 - x, height - 1 - y) / margin
  const t = Math.max(0, Math.min(1, near))
  return t * t * (3 - 2 * t)
}

/** Returns a lossless image of the picture with alpha, at the size of its beauty pass. */
export async function cutOut({ beauty, mask, shadow }) {
  const { width, height } = await sharp(beauty).metadata()
  const color = await sharp(beauty).removeAlpha().raw().toBuffer()
  const inside = await gray(sharp(mask).removeAlpha())
  // Two steps: sharp would blur before it enlarges, and the steps of the small pass would show.
  const enlarged = await sharp(shadow).removeAlpha().resize(width, height).png().toBuffer()
  const floor = await gray(sharp(enlarged).blur(width / 160))
  const out = Buffer.alloc(width * height * 4)
  for (let i = 0; i < width * height; i += 1) {
    // The outermost half pixel carries the studio's white: leave it out, or dark cards show a rim.
    const product = Math.max(0, (inside[i] / 255 - 0.25) / 0.75)
    // The open floor is a shade below white; without the cut every card would look dusty.
    const dark = Math.max(0, 1 - floor[i] / 245) * shadowStrength
    const under = dark * edgeFade(i % width, Math.floor(i / width), width, height) * (1 - product)
    const alpha = product + under
    for (let c = 0; c < 3; c += 1) {
      const mixed = color[i * 3 + c] * product + shadowColor[c] * under
      out[i * 4 + c] = alpha > 0.004 ? Math.round(mixed / alpha) : emptyColor[c]
    }
    out[i * 4 + 3] = alpha > 0.004 ? Math.round(alpha * 255) : 0
  }
  return sharp(out, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
