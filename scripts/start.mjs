// npm start: installs and builds what has changed, then runs the server until it receives a stop signal.
import { checkNode } from './bootstrap/check-node.mjs'
import { readEnvFile } from './bootstrap/env-file.mjs'
import { prepareToRun } from './bootstrap/prepare.mjs'
import { exitWith } from './bootstrap/run.mjs'
import { runServer } from './bootstrap/run-server.mjs'

try {
  checkNode()
  readEnvFile()
  await prepareToRun()
  process.exitCode = await runServer()
} catch (error) {
  exitWith(error)
}
