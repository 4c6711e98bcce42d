import '#web/zod-without-eval.ts'
import { prerender } from 'react-dom/static'
import { App } from '#web/app.tsx'
import { findRoute } from '#web/routes.tsx'

export { pageHead, pages, shellHead } from './pages.ts'

/** A page's HTML with the shop's tokens in it, as the browser will find it before its first call. */
export async function renderPage(path: string): Promise<string> {
  await findRoute(path).page.load()
  const { prelude } = await prerender(<App ssrPath={path} />, {
    // Else React moves large parts aside and inlines the script that puts them back, which the
    // content policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error
    },
  })
  return new Response(prelude).text()
}
