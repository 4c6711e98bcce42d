// npm run upgrade:bundle: stores the built server of this checkout as the release before the next one.
import { writeFileSync } from 'node:fs'
import { packRelease, previousRelease } from './release-file.ts'

const { version, packed } = packRelease()
writeFileSync(previousRelease, packed)
process.stdout.write(`${previousRelease}: ${version}, ${Math.round(packed.length / 1024)} kB\n`)
