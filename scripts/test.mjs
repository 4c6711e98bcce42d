// npm test: everything that must hold before a change is kept, the quickest checks first.
//   npm test -- --only vitest server/db      one step, with arguments of its own
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './bootstrap/build.mjs'
import { readIfExists } from './bootstrap/checkout.mjs'
import { ensureChromium } from './bootstrap/chromium.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { exitWith, packageBin, runNode } from './bootstrap/run.mjs'

const reports = mkdtempSync(join(tmpdir(), 'carboy-reports-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

const steps = [
  { name: 'biome', package: '@biomejs/biome', args: ['check'] },
  { name: 'tsc', package: 'typescript', args: ['--noEmit'] },
  // With the types of Node 20: the server and the contract call nothing newer.
  { name: 'tsc-server', package: 'typescript', command: 'tsc', args: ['--noEmit', '-p', 'server'] },
  { name: 'knip', package: 'knip', args: [] },
  {
    name: 'vitest',
    package: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  },
  {
    name: 'playwright',
    package: '@playwright/test',
    args: ['test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  },
]

try {
  process.exitCode = await test(process.argv.slice(2))
} catch (error) {
  exitWith(error)
} finally {
  rmSync(reports, { recursive: true, force: true })
}

async function test(args) {
  const { chosen, extra } = choose(args)
  await ensureInstalled()
  const env = { CHROMIUM_PATH: await ensureChromium() }
  await ensureBuilt()

  let code = 0
  for (const step of chosen) {
    code = await runStep(step, extra, env)
    if (code !== 0) break
  }
  printCounts(code)
  return code
}

function choose([flag, name, ...extra]) {
  if (flag === undefined) return { chosen: steps, extra: [] }
  const chosen = steps.filter((step) => step.name === name)
  if (flag === '--only' && chosen.length > 0) return { chosen, extra }
  const known = steps.map((step) => step.name).join(', ')
  throw new Error(`Usage: npm test [-- --only <${known}> [arguments]]`)
}

async function runStep(step, extra, env) {
  console.log(`\n▸ ${step.name}`)
  const begun = Date.now()
  const file = packageBin(step.package, step.command ?? step.name)
  const code = await runNode(file, [...step.args, ...extra], { env: { ...env, ...step.env } })
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  console.log(
    `▸ ${step.name} ${code === 0 ? 'passed' : `failed with code ${code}`} in ${seconds} s`,
  )
  return code
}

/** A failed step counts even if it is not made of tests, so that a red run never says 0 failed. */
function printCounts(code) {
  const vitest = JSON.parse(readIfExists(vitestReport) ?? '{}')
  const { stats = {} } = JSON.parse(readIfExists(playwrightReport) ?? '{}')
  const sum = (...counts) => counts.reduce((total, count = 0) => total + count, 0)
  const passed = sum(vitest.numPassedTests, stats.expected, stats.flaky)
  const failed = sum(vitest.numFailedTests, stats.unexpected)
  const flaky = stats.flaky ? `, ${stats.flaky} flaky` : ''
  console.log(`\n${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed${flaky}`)
}
