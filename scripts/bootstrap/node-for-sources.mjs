import { existsSync } from 'node:fs'
import { inCheckout } from './checkout.mjs'

const packaged = inCheckout('node_modules', `node-${process.platform}-${process.arch}`, 'bin/node')

/** Node for unbuilt TypeScript: tests, benchmark and simulation. The built server runs on Node 20.19. */
export function nodeForSources() {
  if (existsSync(packaged)) return packaged

  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  throw new Error(
    `Tests, benchmark and simulation need Node 22.18 or later (found ${process.versions.node}). Install Node 24 and try again.`,
  )
}

/** Node for building pages and server. */
export function nodeForBuilding() {
  if (existsSync(packaged)) return packaged

  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) {
    return process.execPath
  }
  throw new Error(
    `Building needs Node 20.19, 22.12 or later (found ${process.versions.node}). Install Node 24 and try again.`,
  )
}
