import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { compileCache } from './compile-cache.ts'

const root = join(import.meta.dirname, '..', '..')

/** What the command printed, all of it, and how it ended. */
export type CommandResult = { output: string; code: number | null }

/**
 * A command of the built server in a terminal of its own, as `npm run` starts it; `typed` is typed once the
 * command has asked for it, so that an echo would show.
 */
export function runCommand(
  command: string,
  args: string[],
  env: Record<string, string>,
  typed?: string,
): Promise<CommandResult> {
  const line = [process.execPath, 'scripts/command.mjs', command, ...args]
  // script gives it a terminal; on other systems than Linux its arguments differ.
  const [program = '', ...rest] =
    process.platform === 'linux'
      ? ['script', '-qefc', line.map((part) => `'${part}'`).join(' '), '/dev/null']
      : line
  const child = spawn(program, rest, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      LOG_LEVEL: 'silent',
      SHOP_TIME_ZONE: 'UTC',
      ...env,
    },
  })
  let output = ''
  let isAsked = false
  const hear = (chunk: unknown) => {
    output += String(chunk)
    if (isAsked || !output.includes('(not shown): ')) return
    isAsked = true
    child.stdin.write(`${typed ?? ''}\r`)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ output: output.replaceAll('\r', ''), code }))
  })
}
