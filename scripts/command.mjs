// Runs a command of the built server with the current Node.
//   node scripts/command.mjs audit [arguments]
import { checkNode } from './bootstrap/check-node.mjs'
import { inCheckout } from './bootstrap/checkout.mjs'
import { readEnvFile } from './bootstrap/env-file.mjs'
import { prepareToRun } from './bootstrap/prepare.mjs'
import { exitWith, run } from './bootstrap/run.mjs'

const [command, ...args] = process.argv.slice(2)

try {
  checkNode()
  readEnvFile()
  await prepareToRun()
  const bundle = inCheckout('dist', 'server', `${command}.mjs`)
  // The command may prompt for a password.
  process.exitCode = await run(process.execPath, [bundle, ...args], { stdin: 'inherit' })
} catch (error) {
  exitWith(error)
}
