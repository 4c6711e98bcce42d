import '#web/zod-without-eval.ts'
import { prerender } from 'react-dom/static'
import { App } from '#web/app.tsx'
import { findRoute } from '#web/routes.tsx'

export { pageHead, pages, shellHead } from './pages.ts'

/** Renders the HTML of a page, with tokens instead of the shop's values. */
export async function renderPage(path: string): Promise<string> {
  await findRoute(path).page.load()
  const { prelude } = await prerender(<App ssrPath={path} />, {
    // By default React outlines large sections and adds an inline script, which the content
    // security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error
    },
  })
  return new Response(prelude).text()
}
