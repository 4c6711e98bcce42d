import type { Page, TestInfo } from '@playwright/test'

/** Records writes and errors, and attaches them to a failed test: the last page rarely shows the cause. */
export function recordResponses(page: Page) {
  const startedAt = Date.now()
  const lines: Promise<string>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const method = response.request().method()
    const isError = response.status() >= 400
    if (!isError && (method === 'GET' || !pathname.startsWith('/api/'))) return
    const line = `${Date.now() - startedAt} ms  ${method} ${pathname}  ${response.status()}`
    const bodyText = isError ? response.text().catch(() => '') : Promise.resolve('')
    lines.push(bodyText.then((body) => `${line}  ${body.slice(0, 300)}`))
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    lines.push(Promise.resolve(`${Date.now() - startedAt} ms  ${request.url()}  ${reason}`))
  })

  return async (info: TestInfo): Promise<void> => {
    if (info.status === info.expectedStatus) return
    const body = `${Date.now() - startedAt} ms in total\n${(await Promise.all(lines)).join('\n')}`
    await info.attach('responses', { body, contentType: 'text/plain' })
  }
}
