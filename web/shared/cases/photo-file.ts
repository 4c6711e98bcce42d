import { failureText, hasStatus } from '#web/api/failures.ts'

/** As in the contract, which would load its schemas. */
const MAX_BYTES = 10 * 1024 * 1024
const TOO_LARGE = 'Choose a photo of up to 10 MB.'

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Why a file can't be sent; empty if it can. The server checks it again. */
export function photoProblem({ size, type }: Pick<File, 'size' | 'type'>): string {
  if (size > MAX_BYTES) return TOO_LARGE
  return photoTypes.includes(type) ? '' : 'Choose a JPEG, PNG or WebP photo.'
}

export const photoUploadProblem = (error: unknown): string =>
  hasStatus(error, 413) ? TOO_LARGE : failureText(error, "We couldn't send the photo. Try again.")
