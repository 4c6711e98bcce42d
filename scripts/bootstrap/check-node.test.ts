import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

function startOn(version: string): string {
  const versions = `{ value: { ...process.versions, node: '${version}' } }`
  const fake = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`
  try {
    return execFileSync(process.execPath, ['--import', fake, 'scripts/start.mjs'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

test.each(['18.20.8', '20.18.3', '21.7.3', '22.11.0'])(
  'on Node %s, npm start prints in one line what it needs',
  (version) => {
    expect(startOn(version)).toBe(
      `Carboy needs Node 20.19, 22.12 or later (found ${version}). Install Node 24 and try again.\n`,
    )
  },
)
