import { and, eq } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { productImages } from '../tables.ts'
import { type ImageFile, parseImageFile } from './image-url.ts'

const selectImage = preparedStatement((db, param: Params<ImageFile>) =>
  db
    .select({ bytes: productImages.bytes })
    .from(productImages)
    .where(
      and(
        eq(productImages.hash, param('hash')),
        eq(productImages.width, param('width')),
        eq(productImages.format, param('format')),
      ),
    ),
)

/** The stored image of a URL, with its type; undefined if there is none. */
export async function readImage(
  db: DbOrTx,
  file: string,
): Promise<{ type: string; bytes: Uint8Array } | undefined> {
  const parsed = parseImageFile(file)
  const [row] = parsed ? await selectImage(db, parsed) : []
  return parsed && row && { type: `image/${parsed.format}`, bytes: row.bytes }
}
