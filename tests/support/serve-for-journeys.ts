import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The real server for the browser journeys, on a database folder that is gone when it stops. */
const dataDir = mkdtempSync(join(tmpdir(), 'carboy-e2e-'))
const server = spawn(process.execPath, ['server/main.ts'], {
  env: { ...process.env, DATA_DIR: dataDir },
  stdio: 'inherit',
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => server.kill('SIGTERM'))
}
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
