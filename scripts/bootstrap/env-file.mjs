import { existsSync } from 'node:fs'
import { inCheckout } from './checkout.mjs'

/** Reads the settings in `.env`, if there is one. The environment wins over the file. */
export function readEnvFile() {
  const file = inCheckout('.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
