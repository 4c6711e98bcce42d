// Runs one of the project's TypeScript programs with the Node from its packages.
//   node scripts/run.mjs bench/main.ts [arguments]
import { prepareEverything } from './bootstrap/prepare.mjs'
import { exitWith, runNode } from './bootstrap/run.mjs'

const [program, ...args] = process.argv.slice(2)

try {
  await prepareEverything()
  process.exitCode = await runNode(program, args)
} catch (error) {
  exitWith(error)
}
