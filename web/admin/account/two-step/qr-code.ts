import { correctionCodewords } from './qr-correction.ts'

/** True is a dark module. Rows from the top, without the quiet zone. */
export type QrCode = readonly (readonly boolean[])[]

/** Level M, for versions 1 to 20. */
const correctionPerBlock = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
]
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]
const LEVEL_M = 0

/** Encodes text as a QR code of level M (ISO/IEC 18004). Undefined if the text is too long. */
export function encodeQr(text: string, forcedMask?: number): QrCode | undefined {
  const bytes = new TextEncoder().encode(text)
  const index = blockCounts.findIndex((_, n) => bytes.length <= byteCapacity(n + 1))
  if (index < 0) return undefined
  const version = index + 1
  const codewords = interleave(toDataCodewords(bytes, version), version)
  const masks = forcedMask === undefined ? [0, 1, 2, 3, 4, 5, 6, 7] : [forcedMask]
  const drawn = masks.map((mask) => drawCode(version, codewords, mask))
  return drawn.reduce((best, code) => (penalty(code) < penalty(best) ? code : best))
}

/** Modules that are left for codewords, in bytes. */
function totalCodewords(version: number): number {
  let modules = (16 * version + 128) * version + 64
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2
    modules -= (25 * alignments - 10) * alignments - 55
    if (version >= 7) modules -= 36
  }
  return Math.floor(modules / 8)
}

const dataCodewords = (version: number) =>
  totalCodewords(version) - at(correctionPerBlock, version - 1) * at(blockCounts, version - 1)

const countBits = (version: number) => (version < 10 ? 8 : 16)

const byteCapacity = (version: number) =>
  Math.floor((dataCodewords(version) * 8 - 4 - countBits(version)) / 8)

/** Byte mode: mode, length, bytes, terminator, then the alternating padding of the standard. */
function toDataCodewords(bytes: Uint8Array, version: number): number[] {
  const toBits = (value: number, length: number) => value.toString(2).padStart(length, '0')
  const capacity = dataCodewords(version) * 8
  let bits = toBits(4, 4) + toBits(bytes.length, countBits(version))
  for (const byte of bytes) bits += toBits(byte, 8)
  bits = bits.padEnd(Math.min(capacity, bits.length + 4), '0')
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0')
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  for (let pad = 0xec; data.length < capacity / 8; pad ^= 0xec ^ 0x11) data.push(pad)
  return data
}

/** Splits the data into blocks, adds their error correction and mixes the blocks. */
function interleave(data: number[], version: number): number[] {
  const blocks = at(blockCounts, version - 1)
  const correction = at(correctionPerBlock, version - 1)
  const shortLength = Math.floor(data.length / blocks)
  const longBlocks = data.length % blocks
  const parts: { data: number[]; correction: number[] }[] = []
  for (let n = 0, from = 0; n < blocks; n++) {
    const to = from + shortLength + (n >= blocks - longBlocks ? 1 : 0)
    const part = data.slice(from, to)
    parts.push({ data: part, correction: correctionCodewords(part, correction) })
    from = to
  }
  const mix = (kind: 'data' | 'correction', length: number) =>
    Array.from({ length }, (_, n) => parts.flatMap((part) => part[kind].slice(n, n + 1))).flat()
  return [...mix('data', shortLength + 1), ...mix('correction', correction)]
}

type Grid = { size: number; modules: boolean[][]; isReserved: boolean[][] }

function drawCode(version: number, codewords: number[], mask: number): boolean[][] {
  const size = version * 4 + 17
  const blank = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const grid: Grid = { size, modules: blank(), isReserved: blank() }
  drawPatterns(grid, version)
  drawFormat(grid, mask)
  drawData(grid, codewords, mask)
  return grid.modules
}

function set({ modules, isReserved, size }: Grid, x: number, y: number, isDark: boolean): void {
  if (x < 0 || y < 0 || x >= size || y >= size) return
  const [row, reserved] = [modules[y], isReserved[y]]
  if (row) row[x] = isDark
  if (reserved) reserved[x] = true
}

function drawPatterns(grid: Grid, version: number): void {
  const { size } = grid
  for (let n = 0; n < size; n++) {
    set(grid, 6, n, n % 2 === 0)
    set(grid, n, 6, n % 2 === 0)
  }
  const corners: [number, number][] = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]
  for (const [x, y] of corners) drawRings(grid, x, y, 4, [2, 4])
  const positions = alignmentPositions(version, size)
  const last = positions.length - 1
  positions.forEach((y, row) => {
    positions.forEach((x, column) => {
      const isCorner =
        (row === 0 && (column === 0 || column === last)) || (row === last && column === 0)
      if (!isCorner) drawRings(grid, x, y, 2, [1])
    })
  })
  if (version >= 7) drawVersion(grid, version)
}

/** Concentric squares around a center; the rings at these distances are light. */
function drawRings(grid: Grid, x: number, y: number, radius: number, light: number[]): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      set(grid, x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
    }
  }
}

function alignmentPositions(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const others = Array.from({ length: count - 1 }, (_, n) => size - 7 - n * step)
  return [6, ...others.reverse()]
}

function drawVersion(grid: Grid, version: number): void {
  const bits = (version << 12) | remainder(version << 12, 0x1f25, 12)
  for (let n = 0; n < 18; n++) {
    const isDark = ((bits >> n) & 1) === 1
    const [a, b] = [grid.size - 11 + (n % 3), Math.floor(n / 3)]
    set(grid, a, b, isDark)
    set(grid, b, a, isDark)
  }
}

function drawFormat(grid: Grid, mask: number): void {
  const data = (LEVEL_M << 3) | mask
  const bits = ((data << 10) | remainder(data << 10, 0x537, 10)) ^ 0x5412
  const bit = (n: number) => ((bits >> n) & 1) === 1
  const { size } = grid
  for (let n = 0; n < 15; n++) {
    const edge = n < 6 ? n : n < 8 ? n + 1 : size - 15 + n
    set(grid, 8, edge, bit(n))
    const side = n < 8 ? size - 1 - n : n === 8 ? 7 : 14 - n
    set(grid, side, 8, bit(n))
  }
  set(grid, 8, size - 8, true)
}

/** The remainder of a division of polynomials over two elements. */
function remainder(value: number, divisor: number, degree: number): number {
  let rest = value
  for (let n = 31 - degree; n >= 0; n--) {
    if ((rest >> (n + degree)) & 1) rest ^= divisor << n
  }
  return rest
}

/** Two columns at a time, upward and downward, from the right. */
function drawData(grid: Grid, codewords: number[], mask: number): void {
  let bit = 0
  for (let right = grid.size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let n = 0; n < grid.size * 2; n++) {
      const x = right - (n % 2)
      const y = isUpward ? grid.size - 1 - (n >> 1) : n >> 1
      if (grid.isReserved[y]?.[x]) continue
      const isSet = ((at(codewords, bit >> 3) >> (7 - (bit & 7))) & 1) === 1
      const row = grid.modules[y]
      if (row) row[x] = (bit < codewords.length * 8 && isSet) !== isMasked(mask, x, y)
      bit += 1
    }
  }
}

function isMasked(mask: number, x: number, y: number): boolean {
  const patterns = [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    ((x * y) % 2) + ((x * y) % 3),
    (((x * y) % 2) + ((x * y) % 3)) % 2,
    (((x + y) % 2) + ((x * y) % 3)) % 2,
  ]
  return patterns[mask] === 0
}

/** Long runs and uneven halves are hard to scan. Any mask is valid, so this is a rough measure. */
function penalty(code: QrCode): number {
  const rows = code.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))
  const columns = code.map((_, x) => code.map((row) => (row[x] ? '1' : '0')).join(''))
  const runs = [...rows, ...columns].flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? [])
  const dark = rows.join('').replaceAll('0', '').length
  const imbalance = Math.abs(dark / code.length ** 2 - 0.5)
  return runs.reduce((total, run) => total + run.length - 2, 0) + imbalance * 200
}

const at = (values: readonly number[], index: number): number => values[index] ?? 0
