import { createHash, timingSafeEqual } from 'node:crypto'
import type { ProofChallenge } from '#contract/payments/proof.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Clock, Random } from '#server/runtime.ts'

/** A slow phone tries about 100,000 numbers a second. Several small puzzles vary less than one. */
const PUZZLES = 8
const BITS = 14
const LIFETIME_MS = 5 * 60_000

type ProofDeps = { limits: Limits; clock: Clock; random: Random }

/** A challenge is bound to its owner: no other network or subject can use its solution. */
export type ProofOwner = { network: string; subject: string }

export function newChallenge(deps: ProofDeps, owner: ProofOwner): ProofChallenge {
  const endsAt = deps.clock.now().getTime() + LIFETIME_MS
  const claim = `${endsAt.toString(36)}-${deps.random.token(8)}`
  return { token: `${claim}-${sign(deps, owner, claim)}`, puzzles: PUZZLES, bits: BITS }
}

/** Returns the id of a proof that is correct, not expired and the owner's. Each id works once. */
export function readProof(deps: ProofDeps, owner: ProofOwner, proof: string): string | undefined {
  const [token = '', numbers = ''] = proof.split(':')
  const signature = token.slice(-SIGNATURE_LENGTH)
  const claim = token.slice(0, -SIGNATURE_LENGTH - 1)
  if (!isSame(signature, sign(deps, owner, claim))) return undefined
  const endsAt = Number.parseInt(claim.split('-', 1)[0] ?? '', 36)
  if (!(endsAt > deps.clock.now().getTime())) return undefined
  const solutions = numbers.split('.')
  const isSolved =
    solutions.length === PUZZLES &&
    solutions.every((number, puzzle) => isSolution(token, puzzle, number))
  return isSolved ? claim : undefined
}

const SIGNATURE_LENGTH = 22

const sign = ({ limits }: ProofDeps, { network, subject }: ProofOwner, claim: string) =>
  limits.digest(JSON.stringify(['proof', claim, network, subject]))

function isSame(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function isSolution(token: string, puzzle: number, number: string): boolean {
  if (!/^\d{1,12}$/.test(number)) return false
  const hash = createHash('sha256').update(`${token}.${puzzle}.${number}`).digest()
  return hash.readUInt32BE(0) >>> (32 - BITS) === 0
}
