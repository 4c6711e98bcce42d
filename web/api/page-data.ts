import type { PageData } from '#contract/shop.ts'

/** Removed from the code for browsers, with all that the placeholder imports. */
let data: PageData | undefined = import.meta.env.SSR
  ? (await import('./placeholder-data.ts')).placeholderData
  : undefined

/** Returns the data embedded in the served page: the shop and its card provider. */
export function pageData(): PageData {
  data ??= JSON.parse(document.getElementById('page-data')?.textContent ?? '') as PageData
  return data
}
