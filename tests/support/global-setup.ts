import type { TestProject } from 'vitest/node'
import { startTemplateServer } from './database/template-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the template database of all test databases. */
    templateUrl: string
  }
}

/** Starts one PostgreSQL for the entire run; `freshDatabase` copies its migrated database. */
export async function setup({ provide }: TestProject) {
  const { templateUrl, stop } = await startTemplateServer()
  provide('templateUrl', templateUrl)
  return stop
}
