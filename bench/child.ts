import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cores } from './cores.ts'

export type CoreRole = 'server core' | 'load core'

type Options = { env?: NodeJS.ProcessEnv; nodeArgs?: string[]; args?: string[] }

const STOP_TIMEOUT_MS = 8_000
const alive = new Set<ChildProcess>()

/** A program of ours in a process of its own. It ends with us: the channel between us closes. */
export function startProgram(cores: Cores, where: CoreRole, file: string, options: Options = {}) {
  const line: [string, string[]] = [
    process.execPath,
    [...(options.nodeArgs ?? []), file, ...(options.args ?? [])],
  ]
  const [command, args] = where === 'server core' ? cores.onServerCore(...line) : line
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...options.env },
  })
  alive.add(child)
  child.once('exit', () => alive.delete(child))
  return child
}

/** One message, one answer: the programs do one thing at a time. */
export async function sendRequest<T>(child: ChildProcess, message: object): Promise<T> {
  const gone = new AbortController()
  try {
    const answer = once(child, 'message', { signal: gone.signal })
    const end = once(child, 'exit', { signal: gone.signal }).then(([code]) => {
      throw new Error(`a program of the benchmark ended with code ${code}`)
    })
    end.catch(() => {})
    child.send(message)
    const [said] = await Promise.race([answer, end])
    return said as T
  } finally {
    gone.abort()
  }
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const isGone = await Promise.race([gone, delay(STOP_TIMEOUT_MS, undefined, { ref: false })])
  if (!isGone) {
    child.kill('SIGKILL')
    await gone
  }
}

export async function stopAllPrograms(): Promise<void> {
  await Promise.all([...alive].map(stopProgram))
}

/** For the programs: answers each message of the process that started this one. */
export function serveRequests<Message>(answer: (message: Message) => Promise<object>): void {
  process.on('disconnect', () => process.exit())
  process.on('SIGTERM', () => process.exit())
  process.on('message', (message: Message) => {
    answer(message).then(
      (said) => process.send?.(said),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
        process.exit(1)
      },
    )
  })
}
