// Writes shapes as POV-Ray mesh2 objects. Meshes, not lathes: POV-Ray's lathe with CSG takes hours
// inside refraction.

const vec = (v) => `<${v.map((x) => x.toFixed(5)).join(',')}>`

/** Turns the outline around y. wobble(angle, y) moves the wall in or out, for the cap's ribs. */
export function revolve(name, pieces, around = 420, wobble = null) {
  const points = []
  const normals = []
  const faces = []
  for (const piece of pieces) {
    const first = points.length
    piece.forEach(([r, y], i) => {
      const [ra, ya] = piece[Math.max(0, i - 1)]
      const [rb, yb] = piece[Math.min(piece.length - 1, i + 1)]
      const length = Math.hypot(rb - ra, yb - ya) || 1
      const nr = (yb - ya) / length
      const ny = -(rb - ra) / length
      for (let k = 0; k < around; k += 1) {
        const t = (2 * Math.PI * k) / around
        const [push, slope] = wobble ? wobble(t, r, y) : [0, 0]
        const rr = Math.max(r + push, 1e-4)
        const [c, s] = [Math.cos(t), Math.sin(t)]
        const tilt = rr > 0.01 ? -slope / rr : 0
        points.push([rr * c, y, rr * s])
        normals.push([nr * (c - tilt * s), ny, nr * (s + tilt * c)])
      }
    })
    for (let i = 0; i < piece.length - 1; i += 1) {
      for (let k = 0; k < around; k += 1) {
        const a = first + i * around + k
        const b = first + i * around + ((k + 1) % around)
        faces.push([a, b, a + around], [b, b + around, a + around])
      }
    }
  }
  return mesh2(name, { points, normals, faces })
}

/** The label's front sheet, a hair outside the wall, with its own picture coordinates. */
export function sheet(name, { radius, label: [low, high] }, halfAngle, across = 96) {
  const R = radius + 0.018
  const points = []
  const normals = []
  const uv = []
  const faces = []
  for (let k = 0; k <= across; k += 1) {
    const a = -halfAngle + (2 * halfAngle * k) / across
    const n = [Math.sin(a), 0, -Math.cos(a)]
    for (const [y, v] of [
      [low, 0],
      [high, 1],
    ]) {
      points.push([n[0] * R, y, n[2] * R])
      normals.push(n)
      uv.push([k / across, v])
    }
    if (k > 0) {
      const i = 2 * k
      faces.push([i - 2, i, i - 1], [i, i + 1, i - 1])
    }
  }
  return mesh2(name, { points, normals, uv, faces, inside: false })
}

function mesh2(name, { points, normals, uv, faces, inside = true }) {
  const list = (key, rows) => `${key}{${rows.length},${rows.join(',')}}\n`
  return [
    `#declare ${name} = mesh2 {\n`,
    list('vertex_vectors', points.map(vec)),
    list('normal_vectors', normals.map(vec)),
    uv ? list('uv_vectors', uv.map(vec)) : '',
    list(
      'face_indices',
      faces.map((f) => `<${f.join(',')}>`),
    ),
    inside ? 'inside_vector y }\n' : '}\n',
  ].join('')
}
