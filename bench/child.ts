import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cores } from './cores.ts'

export type CoreRole = 'server core' | 'load core'

type Options = { env?: NodeJS.ProcessEnv; nodeArgs?: string[]; args?: string[] }

const STOP_TIMEOUT_MS = 8_000
const alive = new Set<ChildProcess>()

/** Starts a program as a child process. It exits when the IPC channel to this process closes. */
export function startProgram(cores: Cores, role: CoreRole, file: string, options: Options = {}) {
  const line: [string, string[]] = [
    process.execPath,
    [...(options.nodeArgs ?? []), file, ...(options.args ?? [])],
  ]
  const [command, args] = role === 'server core' ? cores.onServerCore(...line) : line
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...options.env },
  })
  alive.add(child)
  child.once('exit', () => alive.delete(child))
  return child
}

/** Sends a message and waits for its reply; a program handles one message at a time. */
export async function sendRequest<T>(child: ChildProcess, message: object): Promise<T> {
  const listeners = new AbortController()
  try {
    const reply = once(child, 'message', { signal: listeners.signal })
    const exit = once(child, 'exit', { signal: listeners.signal }).then(([code]) => {
      throw new Error(`a benchmark program exited with code ${code}`)
    })
    exit.catch(() => {})
    child.send(message)
    const [result] = await Promise.race([reply, exit])
    return result as T
  } finally {
    listeners.abort()
  }
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const hasExited = await Promise.race([exited, delay(STOP_TIMEOUT_MS, undefined, { ref: false })])
  if (!hasExited) {
    child.kill('SIGKILL')
    await exited
  }
}

export async function stopAllPrograms(): Promise<void> {
  await Promise.all([...alive].map(stopProgram))
}

/** Called by the programs: replies to each message of the parent process. */
export function serveRequests<Message>(handle: (message: Message) => Promise<object>): void {
  process.on('disconnect', () => process.exit())
  process.on('SIGTERM', () => process.exit())
  process.on('message', (message: Message) => {
    handle(message).then(
      (reply) => process.send?.(reply),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
        process.exit(1)
      },
    )
  })
}
