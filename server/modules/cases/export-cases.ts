import { eq } from 'drizzle-orm'
import type { Case } from '#contract/cases/cases.ts'
import type { Db } from '#server/db/client.ts'
import { customerCases, readPhoto, toCase } from './queries.ts'
import { cases } from './tables.ts'

type ExportedCase = Omit<Case, 'photo'> & { photo: string | null }

/** A customer's cases with their photos as data URLs. */
export async function exportCases(db: Db, customerId: string): Promise<ExportedCase[]> {
  const exported: ExportedCase[] = []
  for (const row of await customerCases(db, customerId)) {
    const photo = await readPhoto(db, eq(cases.id, row.case.id))
    const photoUrl = photo && `data:image/webp;base64,${Buffer.from(photo).toString('base64')}`
    exported.push({ ...toCase(row), photo: photoUrl ?? null })
  }
  return exported
}
