import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { inCheckout, readIfExists, root } from './checkout.mjs'

/** The server stops within 8 s of being told; longer means that it hangs. */
const STOP_TIMEOUT_MS = 12_000

/**
 * Node would take 128 MB for what lives only while a request does; 8 MB (twice 4) do as well. And it
 * would let garbage grow to a multiple of what is alive before it looks; at a third more it takes the
 * same processor time and 70 MB less. The benchmark starts the server with the same flags.
 */
const flags = ['--max-semi-space-size=4', '--heap-growing-percent=30']

/** Runs the built server, hands on the signals that reach us, answers its exit code. */
export function runServer() {
  const server = spawn(process.execPath, [...flags, inCheckout('dist', 'server', 'main.mjs')], {
    cwd: root,
    env: {
      NODE_COMPILE_CACHE: inCheckout('node_modules', '.cache', 'compiled'),
      // Each thread would otherwise keep memory of its own after it has freed it.
      MALLOC_ARENA_MAX: '2',
      ...process.env,
    },
    // The fourth tells the server, by closing, that we were killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const stop = (signal) => {
    server.kill(signal)
    setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS).unref()
  }
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, stop)
  process.on('SIGINT', (signal) => {
    // In a terminal Ctrl-C reaches every process by itself; twice would look like impatience.
    if (!process.stdin.isTTY) stop(signal)
  })
  stopWithParents(stop)

  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

const parents = () => `${process.ppid} ${parentPid(process.ppid)}`
/** As they were before the first installation, which may take long enough to lose them. */
const firstParents = parents()

/**
 * npm, killed outright, cannot tell us; and its shell, told to stop, does not hand that on. Either
 * way a process above us goes, which shows in who our parents are.
 */
function stopWithParents(stop) {
  if (!process.env.npm_lifecycle_event) return
  const watching = setInterval(() => {
    if (parents() === firstParents) return
    clearInterval(watching)
    stop('SIGTERM')
  }, 100)
  watching.unref()
}

/** Only Linux tells without starting a program; elsewhere the nearest parent has to do. */
function parentPid(pid) {
  const fields = readIfExists(`/proc/${pid}/stat`)?.toString().split(') ')[1]
  return fields?.split(' ')[1]
}
