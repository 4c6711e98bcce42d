import { onTestFinished } from 'vitest'
import type { Buyer } from '../buyer.ts'

/** Opens a stream of server-sent events and reads its messages one by one. */
export async function followEvents(url: string, staff: Buyer) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url, { headers: { cookie }, signal: abort.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    status: response.status,
    next: async (): Promise<unknown> => {
      for (;;) {
        const [, message, rest] = /^[\s\S]*?data: (.*)\n\n([\s\S]*)$/.exec(text) ?? []
        if (message !== undefined) {
          text = rest ?? ''
          return JSON.parse(message)
        }
        const part = await reader?.read()
        if (!part || part.done) throw new Error('the stream has ended')
        text += part.value
      }
    },
  }
}
