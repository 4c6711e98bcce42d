/** As many as the recreate step looks at, fewer on large days, and as many as a ruin can reach. */
const INSERT_NEAR = { small: 60, large: 40 }
const LARGE = 400
const RUIN_NEAR = 250

/** For each visit the others by cost there and back, nearest first. */
export function nearestVisits(costs: Float64Array, n: number) {
  const width = n + 1
  const ruinNear = Math.min(RUIN_NEAR, Math.max(0, n - 1))
  const nearest = new Int32Array(width * ruinNear)
  const both = new Float64Array(width)
  const others: number[] = []
  for (let visit = 1; visit <= n; visit++) {
    others.length = 0
    for (let other = 1; other <= n; other++) {
      if (other === visit) continue
      both[other] = costs[visit * width + other]! + costs[other * width + visit]!
      others.push(other)
    }
    others.sort((a, b) => both[a]! - both[b]! || a - b)
    for (let k = 0; k < ruinNear; k++) nearest[visit * ruinNear + k] = others[k]!
  }
  const near = n > LARGE ? INSERT_NEAR.large : INSERT_NEAR.small
  return { nearest, ruinNear, insertNear: Math.min(near, ruinNear) }
}
