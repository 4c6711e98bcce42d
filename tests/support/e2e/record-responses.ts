import type { Page, TestInfo } from '@playwright/test'

/** What the page changed or was refused by then: a failure is rarely seen on the screen it ends on. */
export function recordResponses(page: Page) {
  const begun = Date.now()
  const lines: Promise<string>[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    const method = answer.request().method()
    const isRefused = answer.status() >= 400
    if (!isRefused && (method === 'GET' || !pathname.startsWith('/api/'))) return
    const line = `${Date.now() - begun} ms  ${method} ${pathname}  ${answer.status()}`
    const said = isRefused ? answer.text().catch(() => '') : Promise.resolve('')
    lines.push(said.then((body) => `${line}  ${body.slice(0, 300)}`))
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    lines.push(Promise.resolve(`${Date.now() - begun} ms  ${request.url()}  ${why}`))
  })

  return async (info: TestInfo): Promise<void> => {
    if (info.status === info.expectedStatus) return
    const body = `${Date.now() - begun} ms in all\n${(await Promise.all(lines)).join('\n')}`
    await info.attach('answers', { body, contentType: 'text/plain' })
  }
}
