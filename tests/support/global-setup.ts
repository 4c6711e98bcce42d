import type { TestProject } from 'vitest/node'
import { startTemplateServer } from './database/template-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that every test database is a copy of. */
    templateUrl: string
  }
}

/** One PostgreSQL for the whole run; `freshDatabase` copies its migrated database. */
export async function setup({ provide }: TestProject) {
  const { templateUrl, stop } = await startTemplateServer()
  provide('templateUrl', templateUrl)
  return stop
}
