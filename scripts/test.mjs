// npm test: the checks and tests for every change, the quickest first.
//   npm test -- --all                        also the slow tests and every browser test, as CI does
//   npm test -- --only vitest server/db      one step with all its tests, and further arguments
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
  // Uses the types of Node 20, so that the server and the contract call nothing newer.
  { name: 'tsc-server', package: 'typescript', command: 'tsc', args: ['--noEmit', '-p', 'server'] },
  { name: 'knip', package: 'knip', args: [] },
  {
    name: 'vitest',
    package: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    quickArgs: ['--exclude', '**/*.slow.test.{ts,tsx}'],
  },
  {
    name: 'playwright',
    package: '@playwright/test',
    args: ['test', '--reporter=list,json'],
    quickArgs: ['--grep', '@core'],
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
  const selected = selectSteps(args)
  await ensureInstalled()
  const env = { CHROMIUM_PATH: await ensureChromium() }
  await ensureBuilt()

  let code = 0
  for (const step of selected) {
    code = await runStep(step, env)
    if (code !== 0) break
  }
  printCounts(code)
  return code
}

function selectSteps([flag, name, ...extra]) {
  if (flag === undefined) return steps.map((step) => withArgs(step, step.quickArgs ?? []))
  if (flag === '--all' && name === undefined) return steps
  const selected = steps.filter((step) => step.name === name)
  if (flag === '--only' && selected.length > 0) return selected.map((step) => withArgs(step, extra))
  const names = steps.map((step) => step.name).join(', ')
  throw new Error(`Usage: npm test [-- --all | -- --only <${names}> [arguments]]`)
}

function withArgs(step, args) {
  return { ...step, args: [...step.args, ...args] }
}

async function runStep(step, env) {
  console.log(`\n▸ ${step.name}`)
  const startedAt = Date.now()
  const file = packageBin(step.package, step.command ?? step.name)
  const code = await runNode(file, step.args, { env: { ...env, ...step.env } })
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `▸ ${step.name} ${code === 0 ? 'passed' : `failed with code ${code}`} in ${seconds} s`,
  )
  return code
}

/** A failed step without tests counts as one failure, so that a red run never prints "0 failed". */
function printCounts(code) {
  const vitest = JSON.parse(readIfExists(vitestReport) ?? '{}')
  const { stats = {} } = JSON.parse(readIfExists(playwrightReport) ?? '{}')
  const sum = (...counts) => counts.reduce((total, count = 0) => total + count, 0)
  const passed = sum(vitest.numPassedTests, stats.expected, stats.flaky)
  const failed = sum(vitest.numFailedTests, stats.unexpected)
  const flaky = stats.flaky ? `, ${stats.flaky} flaky` : ''
  console.log(`\n${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed${flaky}`)
}
