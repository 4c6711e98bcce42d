import type { FastifyError, FastifyInstance } from 'fastify'
import { DRIVER_PHOTO_MAX_BYTES } from '#contract/driver/endpoints.ts'
import { Failure } from '#contract/errors.ts'
import { IMAGE_MAX_BYTES } from '#contract/staff/products.ts'

type ReadImage = (file: string) => Promise<{ type: string; bytes: Uint8Array } | undefined>

/** Uploaded product images. Their names contain a hash, so browsers cache them for a year. */
export function mountProductImages(app: FastifyInstance, route: string, read: ReadImage): void {
  app.get<{ Params: { file: string } }>(
    route,
    { config: { role: 'public' } },
    async ({ params }, reply) => {
      const image = await read(params.file)
      if (!image) throw new Failure('not_found')
      return reply
        .type(image.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(Buffer.from(image.bytes))
    },
  )
}

/** Reads uploads as bytes. What they contain is checked later, whatever type they claim. */
export function acceptImageUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    ['image/jpeg', 'image/png', 'image/webp'],
    { parseAs: 'buffer', bodyLimit: IMAGE_MAX_BYTES },
    (_request, body, done) => done(null, body),
  )
  scope.setErrorHandler((error: FastifyError, { routeOptions }) => {
    if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
    if (routeOptions.bodyLimit === DRIVER_PHOTO_MAX_BYTES)
      throw new Failure('too_large', 'This image is too large.')
    throw new Failure('too_large', 'This image is larger than 10 MB. Choose a smaller one.')
  })
  scope.addContentTypeParser('*', (_request, _body, done) =>
    done(new Failure('unsupported', 'Choose a JPEG, PNG or WebP image.')),
  )
}
