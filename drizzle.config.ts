import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/modules/*/tables.ts',
    './server/modules/*/*/tables.ts',
    './server/adapters/*/tables.ts',
    './server/http/*-tables.ts',
    './server/db/*-tables.ts',
  ],
  out: './server/db/migrations',
  casing: 'snake_case',
})
