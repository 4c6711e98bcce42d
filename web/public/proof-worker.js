/**
 * Solves the check that the shop asks for while stolen cards are being tested: for each puzzle a
 * number whose SHA-256 over 'token.puzzle.number' starts with enough zero bits. Written out, because
 * a page that is not served over https has no crypto.subtle, and asking it is slower than this.
 */
const constants = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
])
const words = new Int32Array(64)
const state = new Int32Array(8)
let bytes = new Uint8Array(0)
let view = new DataView(bytes.buffer)

/** Makes room for a text of that length and what SHA-256 adds to it. */
function makeRoom(length) {
  bytes = new Uint8Array(Math.ceil((length + 9) / 64) * 64)
  view = new DataView(bytes.buffer)
}

function write(text, offset) {
  for (let at = 0; at < text.length; at++) bytes[offset + at] = text.charCodeAt(at)
  return offset + text.length
}

/** The first 32 bits of the hash of what was written, as far as `length`. */
function firstBits(length) {
  const end = Math.ceil((length + 9) / 64) * 64
  bytes[length] = 0x80
  bytes.fill(0, length + 1, end)
  view.setUint32(end - 4, length * 8)
  state[0] = 0x6a09e667
  state[1] = 0xbb67ae85
  state[2] = 0x3c6ef372
  state[3] = 0xa54ff53a
  state[4] = 0x510e527f
  state[5] = 0x9b05688c
  state[6] = 0x1f83d9ab
  state[7] = 0x5be0cd19
  for (let offset = 0; offset < end; offset += 64) addBlock(offset)
  return state[0]
}

function addBlock(offset) {
  for (let t = 0; t < 16; t++) words[t] = view.getInt32(offset + t * 4)
  for (let t = 16; t < 64; t++) {
    const x = words[t - 15]
    const y = words[t - 2]
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[t] = (words[t - 16] + s0 + words[t - 7] + s1) | 0
  }
  let a = state[0]
  let b = state[1]
  let c = state[2]
  let d = state[3]
  let e = state[4]
  let f = state[5]
  let g = state[6]
  let h = state[7]
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const one = (h + s1 + ((e & f) ^ (~e & g)) + constants[t] + words[t]) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  state[0] += a
  state[1] += b
  state[2] += c
  state[3] += d
  state[4] += e
  state[5] += f
  state[6] += g
  state[7] += h
}

/** Numbers stay far below this many digits. */
const MAX_DIGITS = 12

function solve({ token, puzzles, bits }) {
  const numbers = []
  for (let puzzle = 0; puzzle < puzzles; puzzle++) {
    const prefix = `${token}.${puzzle}.`
    makeRoom(prefix.length + MAX_DIGITS)
    write(prefix, 0)
    let number = 0
    while (firstBits(write(String(number), prefix.length)) >>> (32 - bits) !== 0) number += 1
    numbers.push(number)
  }
  return `${token}:${numbers.join('.')}`
}

self.onmessage = ({ data }) => self.postMessage(solve(data))
