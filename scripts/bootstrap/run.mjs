import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname } from 'node:path'
import { inCheckout, root } from './checkout.mjs'
import { nodeForSources } from './node-for-sources.mjs'

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** A step that failed and has already said why. */
export class StepFailed extends Error {
  constructor(title, code) {
    super(`${title} failed`)
    this.code = code
  }
}

/** Runs a program in the checkout with our terminal; answers its exit code. */
export function run(command, args, { env = {}, shell = false, stdin = 'ignore' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: [stdin, 'inherit', 'inherit'],
      shell,
    })
    // Told to stop, we wait for it: half an installation must not go on behind our back.
    const handOn = (signal) => child.kill(signal)
    for (const signal of stopSignals) process.on(signal, handOn)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const name of stopSignals) process.off(name, handOn)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Runs a program with the Node for it, which is also the `node` of whatever it starts. */
export function runNode(file, args, { env = {}, node = nodeForSources() } = {}) {
  const PATH = [dirname(node), process.env.PATH].join(delimiter)
  return run(node, [file, ...args], { env: { PATH, ...env } })
}

/** The file behind a package's command, such as `biome` of `@biomejs/biome`. */
export function packageBin(packageName, command) {
  const folder = inCheckout('node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return `${folder}/${typeof bin === 'string' ? bin : bin[command]}`
}

/** Says that something long is still going on, also where there is no terminal to animate. */
export async function withProgress(title, work) {
  console.log(`${title} …`)
  const begun = Date.now()
  const seconds = () => Math.round((Date.now() - begun) / 1000)
  const ticking = setInterval(() => console.log(`${title} … ${seconds()} s`), 10_000)
  try {
    const result = await work()
    console.log(`${title}: done in ${seconds()} s`)
    return result
  } finally {
    clearInterval(ticking)
  }
}

/** Ends a script: one clear line and the exit code of what failed. */
export function exitWith(error) {
  console.error(error.message)
  process.exitCode = error.code > 0 ? error.code : 1
}
