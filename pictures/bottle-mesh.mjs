// The outlines of the bottles, the caps and the glass, as POV-Ray meshes. Units: inches.
import { revolve, sheet } from './mesh2.mjs'

const clamp = (t) => Math.max(0, Math.min(1, t))
const ease = (from, to, x) => {
  const t = clamp((x - from) / (to - from))
  return t * t * (3 - 2 * t)
}
const steps = (n, f) => Array.from({ length: n + 1 }, (_, i) => f(i / n))

// Ribs are [center, half width, depth]; label is [bottom, top] on the straight wall.
export const sizes = {
  5: {
    wall: 14.4,
    radius: 5.3,
    ribs: [
      [2.75, 0.8, 0.19],
      [4.6, 0.8, 0.19],
      [11.35, 0.8, 0.19],
      [13.2, 0.8, 0.19],
    ],
    label: [5.5, 10.45],
    water: 17.45,
  },
  3: {
    wall: 8.9,
    radius: 5.0,
    ribs: [
      [2.1, 0.78, 0.18],
      [7.75, 0.78, 0.18],
    ],
    label: [2.95, 6.9],
    water: 11.95,
  },
}

const neckRadius = 1.12
const heel = 1.45

/** The bottle as pieces of [radius, y]: light runs smoothly within a piece, breaks between two. */
function outline({ wall, radius: R, ribs }) {
  const foot = R - heel
  const groove = (y) =>
    ribs.reduce((sum, [center, half, depth]) => {
      const x = (y - center) / half
      return Math.abs(x) < 1 ? sum + depth * (0.5 + 0.5 * Math.cos(Math.PI * x)) ** 1.2 : sum
    }, 0)
  const body = [
    ...steps(30, (t) => [t * foot, 0.1 * (1 - ease(R * 0.2, foot, t * foot))]),
    ...steps(28, (t) => {
      const a = (t * Math.PI) / 2
      return [foot + (R - foot) * Math.sin(a), heel * (1 - Math.cos(a))]
    }).slice(1),
    ...steps(360, (t) => {
      const y = heel + (wall - heel) * t
      return [R - groove(y), y]
    }).slice(1),
    ...steps(64, (t) => {
      const a = t * Math.PI * 0.5 * 0.92
      return [(R - 1.7) * Math.cos(a) + 1.7, wall + 3.35 * Math.sin(a)]
    }).slice(1),
  ]
  const [r0, y0] = body.at(-1)
  const fillet = steps(24, (t) => [r0 + (neckRadius - r0) * (1 - (1 - t) ** 2), y0 + 0.6 * t * t])
  const neck = y0 + 0.6
  body.push(...fillet.slice(1), ...steps(12, (t) => [neckRadius, neck + 1.2 * t]).slice(1))
  const lid = steps(6, (t) => [neckRadius * (1 - t), neck + 1.2])
  return { pieces: [body, lid], neck }
}

/** The air above the water: the inside of the wall, closed by a surface with a small meniscus. */
function airPocket(pieces, level, thickness) {
  const inner = (p) => [Math.max(p[0] - thickness, 0), p[1] - 0.02]
  const walls = pieces[0].filter((p) => p[1] > level + 0.12).map(inner)
  const lid = pieces[1].map(inner)
  const [r, y] = walls[0]
  const rise = steps(12, (t) => [r - 0.3 * (1 - t) ** 2, level + (y - level) * t * t])
  const surface = [...steps(20, (t) => [(r - 0.3) * t, level]), ...rise.slice(1)]
  return [surface, walls, lid]
}

/** Snap cap: tamper ring, gap, ribbed skirt, rounded shoulder, slightly sunk top. */
function capOutline(neck) {
  const at = (points) => points.map(([r, y]) => [r, neck + y])
  const shoulder = steps(12, (t) => [
    1.15 + 0.14 * Math.cos((t * Math.PI) / 2),
    1.24 + 0.14 * Math.sin((t * Math.PI) / 2),
  ])
  return [
    at([
      [1.14, -0.02],
      [1.33, -0.02],
    ]),
    at([
      [1.33, -0.02],
      [1.36, 0.03],
      [1.36, 0.17],
      [1.33, 0.22],
    ]),
    at([
      [1.33, 0.22],
      [1.2, 0.22],
      [1.2, 0.29],
      [1.29, 0.29],
    ]),
    at([...steps(40, (t) => [1.29, 0.29 + 0.95 * t]), ...shoulder.slice(1)]),
    at([...steps(8, (t) => [1.15 - 0.18 * t, 1.38 - 0.05 * ease(0, 1, t)])]),
    at([
      [0.97, 1.33],
      [0, 1.33],
    ]),
  ]
}

/** Tumbler: one closed outline, out along the outside, over the rim, back down the inside. */
const glass = { height: 5.6, foot: 1.35, rim: 1.72, thickness: 0.1, base: 0.55, water: 4.1 }

function glassOutline() {
  const { height, foot, rim, thickness, base } = glass
  const side = (y) => foot + ((rim - foot) * y) / height
  const corner = steps(10, (t) => {
    const a = (t * Math.PI) / 2
    return [side(0.2) - 0.2 + 0.2 * Math.sin(a), 0.2 - 0.2 * Math.cos(a)]
  })
  const lip = steps(12, (t) => {
    const a = t * Math.PI
    const r = thickness / 2
    return [side(height) - r + r * Math.cos(a), height + r * Math.sin(a)]
  })
  const inside = steps(60, (t) => {
    const y = height - (height - base - 0.3) * t
    return [side(y) - thickness, y]
  })
  const [ri, yi] = inside.at(-1)
  const well = steps(12, (t) => {
    const a = (t * Math.PI) / 2
    return [ri - 0.3 + 0.3 * Math.cos(a), yi - 0.3 * Math.sin(a)]
  })
  const outside = steps(60, (t) => [side(0.2 + (height - 0.2) * t), 0.2 + (height - 0.2) * t])
  return [
    [[0, 0], ...corner, ...outside.slice(1), ...lip.slice(1), ...inside.slice(1)],
    [...well, [0, yi - 0.3]],
  ]
}

/** Water in the tumbler overlaps the glass a hair: an air gap there would mirror the room. */
function glassWater() {
  const [outer, well] = glassOutline()
  const grow = ([r, y]) => [r > 0 ? r + 0.015 : 0, y - 0.015]
  const wall = outer
    .slice(-61)
    .filter((p) => p[1] < glass.water)
    .map(grow)
  const bowl = [...wall, ...well.slice(1).map(grow)].reverse()
  const [r] = bowl.at(-1)
  const surface = steps(14, (t) => [r * (1 - t), glass.water - 0.06 * Math.min(1, t * 6)])
  return [bowl, surface]
}

// 48 soft ribs on the skirt that fade out below the shoulder.
const capRibs = (neck) => (angle, r, y) => {
  const h = y - neck
  if (r < 1.28 || h < 0.3) return [0, 0]
  const depth = 0.03 * ease(0.3, 0.4, h) * (1 - ease(1.0, 1.14, h))
  return [depth * Math.cos(48 * angle), -48 * depth * Math.sin(48 * angle)]
}

/** Half the angle that the label covers: just past what the camera sees, so it has no edge. */
export const labelHalfAngle = (100 * Math.PI) / 180

export function bottleInclude(gallons) {
  const size = sizes[gallons]
  const { pieces, neck } = outline(size)
  return [
    revolve(`Body${gallons}`, pieces),
    revolve(`Air${gallons}`, airPocket(pieces, size.water, 0.08)),
    revolve(`Cap${gallons}`, capOutline(neck), 480, capRibs(neck)),
    sheet(`Sheet${gallons}`, size, labelHalfAngle),
    `#declare Radius${gallons} = ${size.radius};\n`,
  ].join('')
}

export const glassInclude = () =>
  revolve('GlassBody', glassOutline(), 160) + revolve('GlassWater', glassWater(), 160)
