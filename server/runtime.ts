/**
 * What every part of the server may ask of the world, and nobody takes from it directly:
 * time and chance are handed in, so that a test can decide both.
 */
export type Clock = { now(): Date }

export type Random = {
  /** A version 4 UUID. */
  uuid(): string
  /** URL-safe text holding that many random bytes. */
  token(bytes: number): string
}

type LogLine = (fields: object, message: string) => void

/** The part of pino that the code speaks to. Fields hold ids, never personal data. */
export type Log = { debug: LogLine; info: LogLine; warn: LogLine; error: LogLine }
