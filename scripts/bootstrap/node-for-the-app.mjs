import { existsSync } from 'node:fs'
import { inCheckout } from './checkout.mjs'

/** The Node that comes with the packages; elsewhere the one at hand, if it can run TypeScript. */
export function nodeForTheApp() {
  const packaged = inCheckout(
    'node_modules',
    `node-${process.platform}-${process.arch}`,
    'bin/node',
  )
  if (existsSync(packaged)) return packaged

  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  throw new Error(
    `Carboy needs Node 22.18 or newer on this machine (this is ${process.versions.node}): install Node 24 and start again.`,
  )
}
