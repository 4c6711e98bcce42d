// npm run upgrade:bundle: stores the built server of this checkout as the release before the next one.
import { existsSync, writeFileSync } from 'node:fs'
import { readArguments, rejectArguments } from '#server/terminal/read-arguments.ts'
import { packRelease, previousRelease } from './release-file.ts'

const usage = `Usage: npm run upgrade:bundle -- --yes

Stores the built server of this checkout as the release before the next one, for the tests of upgrades.
It replaces the release that is stored already, which needs --yes.`
const command = { name: 'upgrade:bundle', usage }
const { values } = readArguments(command, { options: { yes: { type: 'boolean' } } })
if (existsSync(previousRelease) && !values.yes)
  rejectArguments(command, 'A release is stored already. To replace it, add --yes')
const { version, packed } = packRelease()
writeFileSync(previousRelease, packed)
process.stdout.write(`${previousRelease}: ${version}, ${Math.round(packed.length / 1024)} kB\n`)
