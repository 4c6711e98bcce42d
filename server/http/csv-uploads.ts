import type { FastifyInstance } from 'fastify'
import { Failure } from '#contract/errors.ts'
import { IMPORT_MAX_BYTES } from '#contract/staff/imports.ts'

/** Reads CSV files as bytes, and rejects everything else. */
export function acceptCsvUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: IMPORT_MAX_BYTES },
    (_request, body, done) => done(null, body),
  )
  scope.addContentTypeParser('*', (_request, _body, done) =>
    done(new Failure('unsupported', 'Send a CSV file.')),
  )
}
