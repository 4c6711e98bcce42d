import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { rejectArguments } from '#server/terminal/read-arguments.ts'
import { stopAllPrograms } from '../child.ts'
import type { Run } from './measure/measure-scale.ts'
import { HELP, readOptions, type ScaleOptions } from './options.ts'
import { scaleReport } from './report/scale-report.ts'
import type { ScaleResult } from './result.ts'
import { scaleSizes } from './sizes.ts'

const options = readOptions(process.argv.slice(2))
if (typeof options === 'object') await runScale(options)
else {
  if (options !== undefined) rejectArguments({ name: 'bench', usage: HELP }, options)
  process.stdout.write(HELP)
  process.exit(0)
}

/** Measures everything that was asked for, and reports it together with what failed. */
async function runScale(asked: ScaleOptions): Promise<void> {
  const { size, out, limitMinutes } = asked
  const result: ScaleResult = {
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'processor'} ${process.arch}, Node ${process.versions.node}`,
    ...{ size, sizes: scaleSizes(size), loadAverage: { before: loadNow(), after: 0 } },
    ...{ seconds: 0, failed: {} },
  }
  const folder = mkdtempSync(join(tmpdir(), 'carboy-scale-'))
  const run: Run = { options: asked, result, folder, closers: [], logStep, fail, isEnding: false }

  function fail(step: string, error: unknown): void {
    result.failed[step] = error instanceof Error ? (error.stack ?? error.message) : String(error)
    logStep(`FAILED: ${step}`)
  }
  const end = async () => {
    if (run.isEnding) return
    run.isEnding = true
    result.loadAverage.after = loadNow()
    result.seconds = performance.now() / 1000
    writeFileSync(resolve(out), `${JSON.stringify(result, null, 2)}\n`)
    process.stdout.write(scaleReport(result))
    await stopAllPrograms()
    for (const close of run.closers.reverse()) await close().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
    process.exit(Object.keys(result.failed).length > 0 ? 1 : 0)
  }
  const endEarly = (why: string) => {
    fail('remaining steps', why)
    void end()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => endEarly(`ended by ${signal}`))
  const limit = `time limit of ${limitMinutes} minutes reached`
  setTimeout(() => endEarly(limit), limitMinutes * 60_000).unref()
  const { measureScale } = await import('./measure/measure-scale.ts')
  await measureScale(run).catch((error: unknown) => fail('remaining steps', error))
  await end()
}

function loadNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10
}

function logStep(name: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${name}\n`)
}
