import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname } from 'node:path'
import { inCheckout, root } from './checkout.mjs'
import { nodeForSources } from './node-for-sources.mjs'

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** A failed step whose own output already shows the reason. */
export class StepFailed extends Error {
  constructor(title, code) {
    super(`${title} failed`)
    this.code = code
  }
}

/** Runs a program in the checkout, with this terminal, and returns its exit code. */
export function run(command, args, { env = {}, shell = false, stdin = 'ignore' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: [stdin, 'inherit', 'inherit'],
      shell,
    })
    // Forwards stop signals and waits for the exit, so that no half-finished installation continues.
    const forward = (signal) => child.kill(signal)
    for (const signal of stopSignals) process.on(signal, forward)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const name of stopSignals) process.off(name, forward)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Runs a program with the given Node, which is also first on PATH for its child processes. */
export function runNode(file, args, { env = {}, node = nodeForSources() } = {}) {
  const PATH = [dirname(node), process.env.PATH].join(delimiter)
  return run(node, [file, ...args], { env: { PATH, ...env } })
}

/** Returns the file of a package's command, such as `biome` of `@biomejs/biome`. */
export function packageBin(packageName, command) {
  const folder = inCheckout('node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return `${folder}/${typeof bin === 'string' ? bin : bin[command]}`
}

/** Prints progress lines during long work, also without a terminal. */
export async function withProgress(title, work) {
  console.log(`${title} …`)
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const progress = setInterval(() => console.log(`${title} … ${seconds()} s`), 10_000)
  try {
    const result = await work()
    console.log(`${title}: done in ${seconds()} s`)
    return result
  } finally {
    clearInterval(progress)
  }
}

/** Prints the error message and sets the exit code of the failed step. */
export function exitWith(error) {
  console.error(error.message)
  process.exitCode = error.code > 0 ? error.code : 1
}
