import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fingerprint, inCheckout, readIfExists } from './checkout.mjs'
import { withExclusiveLock } from './exclusive-lock.mjs'
import { nodeForBuilding } from './node-for-sources.mjs'
import { runNode, StepFailed, withProgress } from './run.mjs'

const sharedSources = ['contract', 'tsconfig.json', 'package.json', 'package-lock.json']

/** Each part has its own stamp, so that a change of the server does not rebuild the pages. */
const parts = [
  {
    title: 'Building pages',
    builder: 'scripts/build-web.mjs',
    stamp: 'dist/.stamp',
    sources: [
      ...sharedSources,
      'web',
      'scripts/build-web.mjs',
      'scripts/build-driver.mjs',
      'scripts/prerender.mjs',
      'vite.config.ts',
    ],
  },
  {
    title: 'Building the server',
    builder: 'scripts/build-server.mjs',
    stamp: 'dist/server/.stamp',
    sources: [...sharedSources, 'server', 'scripts/build-server.mjs'],
  },
]

/** SQL files are read at runtime, not built. */
const isSource = (name) => !/\.test\.tsx?$|^server\/db\/(migrations|triggers)\//.test(name)

export const isBuilt = () => parts.every(isPartBuilt)

/** Builds pages and server, unless they were built from the same sources before. */
export async function ensureBuilt({ isForced = false } = {}) {
  for (const part of parts) if (isForced || !isPartBuilt(part)) await buildPart(part, isForced)
}

async function buildPart(part, isForced) {
  await withExclusiveLock(async () => {
    // Another start may have built it while this one waited.
    if (!isForced && isPartBuilt(part)) return
    const stamp = partFingerprint(part)
    const stampFile = inCheckout(part.stamp)
    // If this build fails, the previous stamp must not make it look complete.
    rmSync(stampFile, { force: true })
    const code = await withProgress(part.title, () =>
      runNode(inCheckout(part.builder), [], { node: nodeForBuilding() }),
    )
    if (code !== 0) throw new StepFailed(part.title, code)
    mkdirSync(dirname(stampFile), { recursive: true })
    writeFileSync(stampFile, stamp)
  })
}

const partFingerprint = ({ sources }) => fingerprint(sources, isSource)

/** A container image has no sources to build from, so its build is always current. */
const hasSources = existsSync(inCheckout('server', 'main.ts'))

const isPartBuilt = (part) => {
  const stamp = readIfExists(inCheckout(part.stamp))?.toString()
  return hasSources ? stamp === partFingerprint(part) : stamp !== undefined
}
