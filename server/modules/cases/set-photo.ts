import { eq } from 'drizzle-orm'
import type { Case } from '#contract/cases/cases.ts'
import { Failure } from '#contract/errors.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import type { LimitRule } from '#server/http/limits.ts'
import { encodeUpload } from '#server/modules/catalog/index.ts'
import { reportUntil } from '#server/modules/deliveries/index.ts'
import { lockOrder } from '#server/modules/orders/index.ts'
import type { CaseDeps } from './deps.ts'
import { type CaseRow, findCase, isOwnCase, toCase } from './queries.ts'
import { photoUntil } from './rules.ts'
import { casePhotos, cases } from './tables.ts'

/** Encoding takes seconds of a core. */
const PHOTOS: LimitRule = { name: 'case_photos', max: 20, seconds: 3_600 }

/** Adds the photo of an open case, or replaces it. No lock is held while it is encoded. */
export async function setPhoto(
  deps: CaseDeps,
  customerId: string,
  id: string,
  upload: Uint8Array,
): Promise<Case> {
  await assertPhotoAllowed(deps.db, deps, customerId, id)
  const photo = await encodePhoto(deps, customerId, upload)
  await deps.db.transaction(async (tx) => {
    const { case: row } = await assertPhotoAllowed(tx, deps, customerId, id)
    // An erasure or an answer may have come first.
    await lockOrder(tx, row.orderId)
    await tx.select({ id: cases.id }).from(cases).where(eq(cases.id, id)).for('update')
    await assertPhotoAllowed(tx, deps, customerId, id)
    await storePhoto(tx, id, photo)
  })
  return toCase(await getOwn(deps.db, customerId, id))
}

export type EncodedPhoto = { hash: string; bytes: Uint8Array }

export async function encodePhoto(
  { limits, encodeImage }: CaseDeps,
  customerId: string,
  upload: Uint8Array,
): Promise<EncodedPhoto> {
  await limits.consume(PHOTOS, customerId)
  const { hash, images } = await encodeUpload(encodeImage, upload, 'photo')
  const [photo] = images
  if (!photo) throw new Error('encoding a photo returned no image')
  return { hash, bytes: photo.bytes }
}

export async function storePhoto(tx: Tx, caseId: string, photo: EncodedPhoto): Promise<void> {
  await tx
    .insert(casePhotos)
    .values({ caseId, ...photo })
    .onConflictDoUpdate({ target: casePhotos.caseId, set: photo })
}

async function assertPhotoAllowed(
  db: DbOrTx,
  { clock }: CaseDeps,
  customerId: string,
  id: string,
): Promise<CaseRow> {
  const row = await getOwn(db, customerId, id)
  if (row.case.state === 'answered') throw new Failure('case_answered')
  if (clock.now() >= photoUntil(row.case.createdAt, reportUntil(row.order)))
    throw new Failure('report_closed', "It's too late to add a photo.")
  return row
}

async function getOwn(db: DbOrTx, customerId: string, id: string): Promise<CaseRow> {
  const row = await findCase(db, isOwnCase(customerId, id))
  if (!row) throw new Failure('not_found')
  return row
}
