import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { inCheckout, readIfExists, root } from './checkout.mjs'

/** The server stops within 8 s of a signal; after this time it is considered hung. */
const STOP_TIMEOUT_MS = 12_000

/**
 * Limits the young generation to 32 MB (twice 16) instead of 128 MB, and starts a full collection when
 * the heap has grown by 60%. Half of each costs up to a tenth more CPU time per checkout, and so does
 * sharing collections of the young generation among threads, which are no shorter then
 * (docs/decisions/007-performance.md). The benchmark starts the server with the same flags.
 */
const flags = ['--max-semi-space-size=16', '--heap-growing-percent=60', '--no-parallel-scavenge']

/** Runs the built server, forwards signals to it and returns its exit code. */
export function runServer() {
  const server = spawn(process.execPath, [...flags, inCheckout('dist', 'server', 'main.mjs')], {
    cwd: root,
    env: {
      NODE_COMPILE_CACHE: inCheckout('node_modules', '.cache', 'compiled'),
      // Limits malloc arenas: otherwise each thread retains memory after freeing it.
      MALLOC_ARENA_MAX: '2',
      ...process.env,
    },
    // The server stops when the IPC channel closes, so also if this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const stop = (signal) => {
    server.kill(signal)
    setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS).unref()
  }
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, stop)
  process.on('SIGINT', (signal) => {
    // In a terminal, Ctrl-C reaches the server directly. A second signal would force its exit.
    if (!process.stdin.isTTY) stop(signal)
  })
  stopWithParents(stop)

  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

const parents = () => `${process.ppid} ${parentPid(process.ppid)}`
/** Read at startup: a parent may exit during a long installation. */
const firstParents = parents()

/**
 * Stops the server if npm or its shell exits. A killed npm sends no signal, and the shell does not
 * forward signals; in both cases the parent process ids change.
 */
function stopWithParents(stop) {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (parents() === firstParents) return
    clearInterval(watch)
    stop('SIGTERM')
  }, 100)
  watch.unref()
}

/** Returns undefined outside Linux, where only the nearest parent is watched. */
function parentPid(pid) {
  const fields = readIfExists(`/proc/${pid}/stat`)?.toString().split(') ')[1]
  return fields?.split(' ')[1]
}
