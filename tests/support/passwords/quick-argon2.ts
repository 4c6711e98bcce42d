import { hash as hashFully } from '@node-rs/argon2/index.js'

export { verify } from '@node-rs/argon2/index.js'

/**
 * Takes the place of Argon2 in unit and API tests: the same function at its lowest cost. The full cost
 * takes 35 ms for each account and each login, and a thousand tests need both. `verify` reads the cost
 * from the hash. The command `staff` is tested with the full one.
 */
export const hash = (password: string): Promise<string> =>
  hashFully(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
