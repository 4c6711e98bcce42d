import { inject } from 'vitest'
import { cloneDatabase, type FreshDatabase } from './clone-database.ts'

export type { FreshDatabase } from './clone-database.ts'

/** The database that every test database is a copy of; others are made on its server. */
export const templateUrl = () => inject('templateUrl')

/** A migrated, empty database of its own for a test or a file of tests. */
export function freshDatabase(): Promise<FreshDatabase> {
  return cloneDatabase(templateUrl())
}
