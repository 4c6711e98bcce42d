// The three labels as SVG. One layout, so that the range reads as a family; the color and the
// motif (mountains, ripples, waves) tell the kinds apart even at the size of a thumbnail.
import { labelHalfAngle, sizes } from './bottle-mesh.mjs'
import { capitalLine, wordmark } from './lettering.mjs'

export const kinds = {
  spring: { name: 'SPRING', top: '#0a4fae', bottom: '#1b86e6', cap: '#0b63ce', motif: mountains },
  purified: { name: 'PURIFIED', top: '#067a8c', bottom: '#1fb5bd', cap: '#0a97a6', motif: ripples },
  alkaline: { name: 'ALKALINE', top: '#3d2a9e', bottom: '#7a5fe0', cap: '#5740c4', motif: waves },
}

// Art is drawn for a label 495 units high (100 units an inch on the 5-gallon bottle).
const height = 495

const drop = (x, y, r) =>
  `M${x} ${y - 1.75 * r}C${x + 0.35 * r} ${y - 1.05 * r} ${x + r} ${y - 0.6 * r} ${x + r} ${y}` +
  `A${r} ${r} 0 0 1 ${x - r} ${y}C${x - r} ${y - 0.6 * r} ${x - 0.35 * r} ${y - 1.05 * r} ` +
  `${x} ${y - 1.75 * r}Z`

// Peaks as [x, height, half width]: a range drawn twice, pale behind and white in front.
function range(peaks, color, opacity) {
  const shape = ([x, tall, wide]) =>
    `M${x - wide} ${height}L${x - 10} ${height - tall + (10 * tall) / wide}` +
    `Q${x} ${height - tall} ${x + 10} ${height - tall + (10 * tall) / wide}L${x + wide} ${height}Z`
  return `<path d="${peaks.map(shape).join('')}" fill="${color}" opacity="${opacity}"/>`
}

function mountains(half) {
  const far = [
    [-700, 150, 190],
    [-430, 172, 210],
    [-190, 92, 170],
    [60, 104, 210],
  ]
  far.push([330, 150, 200], [560, 190, 230], [800, 140, 190])
  const near = [
    [-820, 90, 210],
    [-560, 96, 200],
    [-310, 112, 200],
    [-60, 58, 200],
  ]
  near.push([190, 84, 210], [450, 118, 210], [690, 92, 190], [900, 100, 160])
  return {
    emblem: `<path d="${drop(0, 84, 26)}" fill="#fff"/>`,
    ground:
      range(far, '#7cc0ff', 0.6) +
      range(near, '#ffffff', 0.95) +
      `<path d="M${-half} ${height - 12}H${half}" stroke="#fff" stroke-width="26"/>`,
  }
}

function ripples(half) {
  const ring = (i) => {
    const [rx, ry] = [330 + i * 150, 58 + i * 17]
    const opacity = (0.8 - i * 0.15).toFixed(2)
    return `<ellipse cx="0" cy="${height}" rx="${rx}" ry="${ry}" opacity="${opacity}"/>`
  }
  const rings = [0, 1, 2, 3].map(ring).join('')
  return {
    emblem:
      '<g fill="none" stroke="#fff"><circle cx="0" cy="70" r="34" stroke-width="8"/>' +
      '<circle cx="0" cy="70" r="18" stroke-width="7"/></g>' +
      '<circle cx="0" cy="70" r="6" fill="#fff"/>',
    ground:
      `<ellipse cx="0" cy="${height + 20}" rx="${half * 1.3}" ry="120" ` +
      'fill="#bff6f4" opacity=".3"/>' +
      `<g fill="none" stroke="#fff" stroke-width="8">${rings}</g>` +
      `<ellipse cx="0" cy="${height + 20}" rx="${half * 1.2}" ry="58" fill="#fff" opacity=".95"/>`,
  }
}

function waves(half) {
  const wave = (y, swing, length, shift, color, opacity) => {
    let d = `M${-half - length + shift} ${y}`
    for (let x = -half - length; x < half + length; x += length) {
      d += `q${length / 4} ${-swing} ${length / 2} 0t${length / 2} 0`
    }
    return `<path d="${d}V${height}H${-half - length}Z" fill="${color}" opacity="${opacity}"/>`
  }
  return {
    emblem:
      '<circle cx="0" cy="70" r="34" fill="none" stroke="#fff" stroke-width="8"/>' +
      '<path d="M0 54V86M-16 70H16" stroke="#fff" stroke-width="9" stroke-linecap="round"/>',
    ground:
      wave(404, 44, 620, 0, '#c9bcff', 0.4) +
      wave(430, 46, 540, -190, '#ddd4ff', 0.6) +
      wave(458, 34, 600, 120, '#ffffff', 0.92),
  }
}

/** The sheet around the front of one bottle; width and height in pixels at `perInch`. */
export function labelSvg(kind, gallons, perInch = 130) {
  const { name, top, bottom, motif } = kinds[kind]
  const { radius, label } = sizes[gallons]
  const inchesHigh = label[1] - label[0]
  const inchesWide = 2 * labelHalfAngle * radius
  const half = ((inchesWide / inchesHigh) * height) / 2
  const { emblem, ground } = motif(half)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(inchesWide * perInch)}"
  height="${Math.round(inchesHigh * perInch)}" viewBox="${-half} 0 ${2 * half} ${height}">
  <defs><linearGradient id="g" x2="0" y2="1">
    <stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/>
  </linearGradient></defs>
  <rect x="${-half}" width="${2 * half}" height="${height}" fill="url(#g)"/>
  ${ground}${emblem}
  ${wordmark({ x: 0, y: 230, size: 76, color: '#fff' })}
  ${capitalLine(name, { x: 0, y: 352, size: 36, color: '#fff', weight: 10 })}
  <path d="M${-half} 5H${half}" stroke="#fff" stroke-width="10"/>
</svg>`
}
