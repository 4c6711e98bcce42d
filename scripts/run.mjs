// Runs one of the project's TypeScript programs with the Node that comes with its packages.
//   node scripts/run.mjs server/commands/audit.ts [arguments]
import { ensureInstalled } from './bootstrap/install.mjs'
import { exitWith, runNode } from './bootstrap/run.mjs'
import { ensureBuilt } from './bootstrap/web-build.mjs'

const [program, ...args] = process.argv.slice(2)

try {
  await ensureInstalled()
  await ensureBuilt()
  process.exitCode = await runNode(program, args)
} catch (error) {
  exitWith(error)
}
