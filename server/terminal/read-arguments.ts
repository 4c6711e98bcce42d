import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'

export type CommandText = {
  /** As after `npm run`. */
  name: string
  usage: string
}

/** Exit code for arguments that a command doesn't understand; 1 means that its work failed. */
const WRONG_ARGUMENTS = 2

/**
 * Reads the arguments of a command before it touches anything. `--help` prints the usage, and what the
 * command doesn't know is rejected with one line: a mistyped option must not run the command without it.
 */
export function readArguments<const T extends ParseArgsConfig>(
  command: CommandText,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${command.usage}\n`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    // The rest of the message is advice for programs that take such arguments.
    return rejectArguments(command, message.split(/\.\s/)[0] ?? message)
  }
}

/** Ends the process because of wrong arguments. */
export function rejectArguments({ name }: CommandText, reason: string): never {
  const line = reason.replace(/\s+/g, ' ').replace(/\.$/, '')
  process.stderr.write(`${line}. Nothing was done. See: npm run ${name} -- --help\n`)
  process.exit(WRONG_ARGUMENTS)
}

/** Reads a whole number of at least 1, or rejects the arguments. */
export function readCount(command: CommandText, name: string, text: string, max: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  return rejectArguments(command, `${name} needs a whole number from 1 to ${max}`)
}

/** Returns the problem with the name of an output file, or undefined. Checked first, because the work takes long. */
export function whyNotWritable(name: string, path: string): string | undefined {
  const folder = dirname(resolve(path))
  const isFolder = existsSync(path) && statSync(path).isDirectory()
  if (path === '' || isFolder) return `${name} needs a file`
  return existsSync(folder) ? undefined : `${name}: there is no folder ${folder}`
}
