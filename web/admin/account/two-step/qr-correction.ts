/** Reed-Solomon error correction over the field of 256 elements that QR codes use. */

function multiply(x: number, y: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((y >> bit) & 1) * x
  }
  return product
}

/** Coefficients of the product of (x - 2^n), without the leading one. */
function generator(degree: number): number[] {
  let result = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let n = 0; n < degree; n++) {
    result = result.map((value, index) => multiply(value, root) ^ (result[index + 1] ?? 0))
    root = multiply(root, 2)
  }
  return result
}

/** Returns that many codewords, with which a reader repairs damaged ones. */
export function correctionCodewords(data: readonly number[], length: number): number[] {
  const factors = generator(length)
  let rest = Array<number>(length).fill(0)
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0)
    rest = [...rest.slice(1), 0].map((value, n) => value ^ multiply(factors[n] ?? 0, factor))
  }
  return rest
}
