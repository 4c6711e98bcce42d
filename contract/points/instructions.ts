import { Text } from '../primitives.ts'

export const MAX_INSTRUCTIONS = 500

/** Instructions for the driver at a door. */
export const Instructions = Text(0, MAX_INSTRUCTIONS, `Use at most ${MAX_INSTRUCTIONS} characters`)
