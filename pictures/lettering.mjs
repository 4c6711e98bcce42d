// Our own single-line letters, drawn as strokes, so that no picture depends on an installed font.

// Wordmark, lower case: round bowls of radius 40 on a baseline at y = 40. [path, advance]
const word = {
  c: ['M29 -28A40 40 0 1 0 29 28', 84],
  a: ['M40 0A40 40 0 1 1 -40 0A40 40 0 1 1 40 0M40 -40V40', 110],
  r: ['M-24 -40V40M-24 6C-24 -26 -2 -44 26 -37', 74],
  b: ['M40 0A40 40 0 1 1 -40 0A40 40 0 1 1 40 0M-40 -84V40', 100],
  o: ['M40 0A40 40 0 1 1 -40 0A40 40 0 1 1 40 0', 98],
  y: ['M-38 -40V2A38 38 0 0 0 38 2M38 -40V40C38 72 8 88 -28 75', 94],
}

// Capitals and figures, 70 high on a baseline at y = 0, from x = 0. [path, width]
const capitals = {
  A: ['M0 0L28 -70L56 0M11 -24H45', 56],
  D: ['M0 0V-70H20A35 35 0 0 1 20 0Z', 55],
  E: ['M42 -70H0V0H42M0 -36H36', 42],
  F: ['M42 -70H0V0M0 -36H36', 42],
  G: ['M58 -58A35 35 0 1 0 64 -32H40', 64],
  I: ['M0 0V-70', 0],
  K: ['M0 0V-70M46 -70L2 -30M18 -42L48 0', 48],
  L: ['M0 -70V0H40', 40],
  N: ['M0 0V-70L52 0V-70', 52],
  P: ['M0 0V-70H26A20 20 0 0 1 26 -29H0', 46],
  R: ['M0 0V-70H26A20 20 0 0 1 26 -29H0M24 -29L46 0', 46],
  S: ['M42 -59C34 -74 2 -74 2 -53C2 -29 45 -43 45 -18C45 6 8 5 0 -13', 45],
  U: ['M0 -70V-26A26 26 0 0 0 52 -26V-70', 52],
  3: ['M2 -60C12 -75 42 -72 42 -53C42 -40 30 -37 20 -37C34 -37 46 -31 46 -18C46 4 10 5 0 -12', 46],
  5: ['M42 -70H8L4 -38C18 -48 46 -44 46 -22C46 4 12 5 0 -11', 46],
  ' ': ['', 22],
}

function setLine(glyphs, text, { tracking, centered }) {
  const boxes = [...text].map((letter) => glyphs[letter])
  const total = boxes.reduce((sum, [, width]) => sum + width + tracking, -tracking)
  let x = -total / 2
  const parts = boxes.map(([path, width]) => {
    const at = centered ? x + width / 2 : x
    x += width + tracking
    return `<path transform="translate(${at.toFixed(2)} 0)" d="${path}"/>`
  })
  return { total, parts: parts.join('') }
}

const strokes = (parts, { x, y, scale, weight, color }) =>
  `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${color}" ` +
  `stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round">${parts}</g>`

/** The word Carboy, centered on x; y is the middle of the small letters, size their height. */
export function wordmark({ x, y, size, color, weight = 19 }) {
  const { parts } = setLine(word, 'carboy', { tracking: 14, centered: true })
  return strokes(parts, { x, y, scale: size / 80, weight, color })
}

/** A line of capitals, centered on x, standing on y, `size` high. */
export function capitalLine(text, { x, y, size, color, weight = 9, tracking = 34 }) {
  const { parts } = setLine(capitals, text, { tracking, centered: false })
  return strokes(parts, { x, y, scale: size / 70, weight, color })
}
