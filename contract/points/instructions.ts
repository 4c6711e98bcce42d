import { Text } from '../primitives.ts'

export const MAX_INSTRUCTIONS = 500

/** What a driver has to know about a door. */
export const Instructions = Text(0, MAX_INSTRUCTIONS, `Use at most ${MAX_INSTRUCTIONS} characters`)
