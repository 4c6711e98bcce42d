/** Why the embedded database cannot run; the message is meant for the person who started the shop. */
export class EmbeddedPostgresFailure extends Error {
  override name = 'EmbeddedPostgresFailure'
}
