import { type ComponentType, Fragment, useEffect } from 'react'
import { type PageName, pageRoutes } from '#contract/pages.ts'
import { pageData } from './api/page-data.ts'
import type { PageSource } from './page-source.ts'
import { type PreloadableComponent, preloadable } from './shared/preloadable.tsx'

type RoutedPage = PageName | 'notFound'

type PageRoute = { name: RoutedPage; path: string; page: PreloadableComponent<object> }
type Match = { route: PageRoute; params: Record<string, string> }

const home: PageSource = {
  title: 'Pure water delivered fresh',
  load: async () => {
    const page = await import('./storefront/home/home-page.tsx')
    const isServed = globalThis.document?.getElementById('page-code')
    if (!isServed) await page.loadSections()
    return page
  },
}

/** Separate files keep the titles and file names of other pages out of the home page's code. */
async function findSource(name: RoutedPage): Promise<PageSource> {
  if (name === 'home') return home
  const table: Partial<Record<RoutedPage, PageSource>> = name.startsWith('admin')
    ? (await import('./admin/admin-pages.ts')).adminPages
    : /^(customer|sandbox)/.test(name)
      ? (await import('./customer/customer-pages.ts')).customerPages
      : (await import('./storefront/storefront-pages.ts')).storefrontPages
  return table[name] as PageSource
}

/** The prerendered pages use no queries. */
const hasQueries = (name: RoutedPage) => !/^(home|privacy|terms|notFound)$/.test(name)

async function loadPage(name: RoutedPage): Promise<ComponentType> {
  const provider = hasQueries(name) ? import('./shared/query-provider.tsx') : undefined
  const { title, load } = await findSource(name)
  const { default: Page } = await load()
  const Provider = (await provider)?.QueryProvider ?? Fragment
  return () => {
    useEffect(() => {
      document.title = documentTitle(title)
    }, [])
    return (
      <Provider>
        <Page />
      </Provider>
    )
  }
}

const routeTo = (name: RoutedPage, path: string): PageRoute => ({
  name,
  path,
  page: preloadable(() => loadPage(name)),
})

const routes = Object.entries(pageRoutes).map(([name, path]) => routeTo(name as PageName, path))
const notFound = routeTo('notFound', '')

/** Matches exactly like the server, so that a 404 of the server is a 404 here too. */
export function matchRoute(path: string): Match {
  for (const route of routes) {
    const pattern = route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(path)
    if (match) return { route, params: { ...match.groups } }
  }
  return { route: notFound, params: {} }
}

export const findRoute = (path: string) => matchRoute(path).route

const documentTitle = (pageTitle: string) => `${pageTitle} | ${pageData().shop.name}`

/** The title of a prerendered page. */
export async function readTitle(path: string): Promise<string> {
  return documentTitle((await findSource(findRoute(path).name)).title)
}
