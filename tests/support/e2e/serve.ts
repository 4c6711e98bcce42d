import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { e2eDataDir } from './database.ts'

/** Runs the built server for the browser tests, with a database folder that is deleted at its end. */
const dataDir = e2eDataDir(process.env.PORT)
rmSync(dataDir, { recursive: true, force: true })
mkdirSync(dataDir, { mode: 0o700 })
const server = spawn(process.execPath, ['dist/server/main.mjs'], {
  env: { ...process.env, DATA_DIR: dataDir },
  stdio: ['inherit', 'pipe', 'inherit'],
})
// Forwards log lines to the test output, without the startup banner.
createInterface({ input: server.stdout }).on('line', (line) => {
  if (line.startsWith('{')) process.stderr.write(`${line}\n`)
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => server.kill('SIGTERM'))
}
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
