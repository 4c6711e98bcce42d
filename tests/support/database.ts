import { inject } from 'vitest'
import { cloneDatabase, type FreshDatabase } from './clone-database.ts'

export type { FreshDatabase } from './clone-database.ts'

/** A migrated, empty database of its own for a test or a file of tests. */
export function freshDatabase(): Promise<FreshDatabase> {
  return cloneDatabase(inject('templateUrl'))
}
