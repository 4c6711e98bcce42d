// npm run upgrade:record: wrong arguments are rejected before the whole shop is loaded, which takes seconds.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments, rejectArguments } from '#server/terminal/read-arguments.ts'

const usage = `Usage: npm run upgrade:record -- 0.2.0 [--yes]

Records a database of the checked-out version. Tests of later versions upgrade from it, so a version
that is recorded already needs --yes.`
const command = { name: 'upgrade:record', usage }
const { values, positionals } = readArguments(command, {
  allowPositionals: true,
  options: { yes: { type: 'boolean' } },
})
const version = positionals.join(' ')
if (!/^\d+\.\d+\.\d+$/.test(version)) rejectArguments(command, 'Name the version, such as 0.2.0')
const folder = join(import.meta.dirname, '..', version)
if (existsSync(folder) && !values.yes)
  rejectArguments(command, `${version} is recorded already. To record it again, add --yes`)

const { recordDatabase } = await import('./record-database.ts')
await recordDatabase(version, folder)
