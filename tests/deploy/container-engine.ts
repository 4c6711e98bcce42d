import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..')

export type Engine = { program: string; base: string; run(...args: string[]): string }

/**
 * Returns an engine that can build the image without a download, or why there is none. NODE_IMAGE names
 * another base image than the Dockerfile's.
 */
export function findEngine(): Engine | { reason: string } {
  const [, standard = ''] =
    /^ARG NODE_IMAGE=(\S+)/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
  const base = process.env.NODE_IMAGE ?? standard
  const call = (program: string, args: string[]) =>
    spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  const running = ['podman', 'docker'].filter((program) => call(program, ['info']).status === 0)
  if (running.length === 0) return { reason: 'no container engine runs on this machine' }
  const program = running.find((name) => call(name, ['image', 'inspect', base]).status === 0)
  if (!program) return { reason: `${running[0]} has no image ${base}, and tests download none` }
  return {
    program,
    base,
    run(...args) {
      const ran = call(program, args)
      if (ran.status !== 0) throw new Error(`${program} ${args[0]} failed: ${ran.stderr}`)
      return ran.stdout.trim()
    },
  }
}
