import { inject } from 'vitest'
import { cloneDatabase, type FreshDatabase } from './clone-database.ts'

export type { FreshDatabase } from './clone-database.ts'

/** URL of the template database; test databases are created on its server. */
export const templateUrl = () => inject('templateUrl')

/** Creates a migrated, empty database for a test or a test file. */
export function freshDatabase(): Promise<FreshDatabase> {
  return cloneDatabase(templateUrl())
}
