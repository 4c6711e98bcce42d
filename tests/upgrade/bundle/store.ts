// npm run upgrade:bundle: stores the built server of this checkout as the release before the next one.
import { writeFileSync } from 'node:fs'
import { readArguments } from '#server/terminal/read-arguments.ts'
import { packRelease, previousRelease } from './release-file.ts'

const usage = `Usage: npm run upgrade:bundle

Stores the built server of this checkout as the release before the next one, for the tests of upgrades.`
readArguments({ name: 'upgrade:bundle', usage }, {})
const { version, packed } = packRelease()
writeFileSync(previousRelease, packed)
process.stdout.write(`${previousRelease}: ${version}, ${Math.round(packed.length / 1024)} kB\n`)
