import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { groupBy } from '#server/group-by.ts'
import { files, isTest, moduleName, root } from './support/source/source-files.ts'

test('no folder has more than 25 tests, or 25 other files', () => {
  const folders = groupBy(files, (file) => `${dirname(file)} ${isTest(file) ? 'tests' : 'files'}`)
  const wide = [...folders].filter(([, inside]) => inside.length > 25).map(([folder]) => folder)
  expect(wide).toEqual([])
})

test('no file is too long, and no file name is generic', () => {
  const long = files.filter((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1
    return lines > (isTest(file) || file.startsWith('tests/') ? 300 : 250)
  })
  expect(long).toEqual([])
  expect(
    files.filter((file) => /\/(utils?|helpers?|misc|common|services?|managers?)[./]/.test(file)),
  ).toEqual([])
})

test('modules never read the system clock or random numbers directly', () => {
  const impure = /Date\.now\(|new Date\(\)|Math\.random\(|\bnow\(\)`/
  const wrong = files.filter(
    (file) =>
      moduleName(file) && !isTest(file) && impure.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(wrong).toEqual([])
})
