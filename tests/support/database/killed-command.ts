import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** Runs a command of the built server that is killed at a step or statement. Returns how many steps it took. */
export function runAndKill(
  command: string,
  args: string[],
  { url, killAt = 0, killOn = '' }: { url: string; killAt?: number; killOn?: string },
): Promise<{ code: number | null; output: string; steps: number }> {
  const preload = new URL('kill-at.mjs', import.meta.url).href
  const bundle = `dist/server/${command}.mjs`
  const child = spawn(process.execPath, ['--import', preload, bundle, ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      ...{ LOG_LEVEL: 'silent', SHOP_TIME_ZONE: 'America/New_York', SEED: 'none' },
      ...{ DATABASE_URL: url, KILL_AT: String(killAt), KILL_ON: killOn },
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({ code, output, steps: Number(/sent (\d+)/.exec(output)?.[1] ?? 0) }),
    )
  })
}
