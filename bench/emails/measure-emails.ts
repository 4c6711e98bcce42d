import { join } from 'node:path'
import { sendRequest, startProgram, stopProgram } from '../child.ts'
import type { Cores } from '../cores.ts'
import type { RenderEmailsRequest, RenderEmailsResult } from './render-email.ts'

const COUNT = 2_000

/** CPU time of rendering an order's confirmation email. */
export async function measureEmails(cores: Cores): Promise<number> {
  const program = startProgram(cores, 'server core', join(import.meta.dirname, 'render-email.ts'))
  const request: RenderEmailsRequest = { count: COUNT }
  // Node compiles and optimizes the templates first.
  await sendRequest(program, request)
  const { cpuMs } = await sendRequest<RenderEmailsResult>(program, request)
  await stopProgram(program)
  return cpuMs / COUNT
}
