/** The embedded database cannot run. The message is shown to the operator. */
export class EmbeddedPostgresFailure extends Error {
  override name = 'EmbeddedPostgresFailure'
}
