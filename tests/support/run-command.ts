import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { compileCache } from './compile-cache.ts'

const root = join(import.meta.dirname, '..', '..')

/** Complete output and exit code of a command. */
export type CommandResult = { output: string; code: number | null }

/**
 * Runs a command of the built server in its own terminal, as `npm run` does. `input` is written after
 * the prompt appears, so that an echo would be visible in the output.
 */
export function runCommand(
  command: string,
  args: string[],
  env: Record<string, string>,
  input?: string,
): Promise<CommandResult> {
  const line = [process.execPath, 'scripts/command.mjs', command, ...args]
  // `script` provides a terminal; its arguments differ on systems other than Linux.
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
  let isPrompted = false
  const handleOutput = (chunk: unknown) => {
    output += String(chunk)
    if (isPrompted || !output.includes('(not shown): ')) return
    isPrompted = true
    child.stdin.write(`${input ?? ''}\r`)
  }
  child.stdout.on('data', handleOutput)
  child.stderr.on('data', handleOutput)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ output: output.replaceAll('\r', ''), code }))
  })
}
