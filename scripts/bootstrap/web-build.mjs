import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { contentOf, fingerprint, inCheckout } from './checkout.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { runNode, StepFailed, withProgress } from './run.mjs'

const stampFile = inCheckout('dist', '.stamp')
const builder = inCheckout('scripts', 'build-web.mjs')

const sources = [
  'web',
  'contract',
  'server/modules/mail/templates',
  'scripts/build-web.mjs',
  'scripts/prerender.mjs',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

const isSource = (name) => !/\.test\.tsx?$/.test(name)

/** Builds pages and mail templates, unless their sources are those of the last build. */
export async function ensureBuilt({ isForced = false } = {}) {
  if (!existsSync(builder) || (!isForced && isBuilt())) return
  await oneAtATime(async () => {
    if (!isForced && isBuilt()) return
    const stamp = fingerprint(sources, isSource)
    // A build that breaks off must not pass for the one before it.
    rmSync(stampFile, { force: true })
    const code = await withProgress('Building pages', () => runNode(builder, []))
    if (code !== 0) throw new StepFailed('Building pages', code)
    mkdirSync(inCheckout('dist'), { recursive: true })
    writeFileSync(stampFile, stamp)
  })
}

function isBuilt() {
  return contentOf(stampFile)?.toString() === fingerprint(sources, isSource)
}
