import { existsSync } from 'node:fs'
import { inCheckout } from './checkout.mjs'

/** Reads the settings in `.env`, if there is one. The environment wins over the file. */
export function readEnvFile() {
  const file = inCheckout('.env')
  if (!existsSync(file)) return
  if (!process.loadEnvFile) {
    throw new Error(
      `Reading .env needs Node 20.12 or later (found ${process.versions.node}). Install Node 24 and try again.`,
    )
  }
  process.loadEnvFile(file)
}
