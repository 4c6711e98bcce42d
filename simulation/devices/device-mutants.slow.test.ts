import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { deviceMutants } from './device-mutants.ts'
import { runDevices } from './run-devices.ts'

test.each(deviceMutants)("the mutant '$name' is found", async (mutant) => {
  const database = await freshDatabase()
  const { violations } = await runDevices({
    seed: mutant.seed,
    databaseUrl: database.url,
    mutant,
  }).finally(database.drop)

  expect(violations).not.toEqual([])
})
