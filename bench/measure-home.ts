import type { Browser } from '@playwright/test'
import { PRODUCTS_PATH } from '#web/api/products-path.ts'
import { heroImage } from '#web/storefront/home/hero-image.ts'
import { desktop, loadPage, medianLoad, type PageLoad, phone } from './page-load.ts'
import { serveStaticHome } from './static-home.ts'
import { medianRatio } from './statistics.ts'

export type HomeMeasurements = {
  phone: PageLoad
  /** The page without JavaScript, the baseline of the LCP. */
  withoutCode: PageLoad
  /** The median of the ratios of the pairs. */
  lcpRatio: number
  desktop: PageLoad
}

/** An odd number, so that a median is one of the measured values. */
const PAIRS = 9
const DESKTOP_LOADS = 3
const WARM_UP_REQUESTS = 900

export async function measureHome(browser: Browser, url: string): Promise<HomeMeasurements> {
  await warmUp(url)
  const baseline = await serveStaticHome(url)
  try {
    const pairs = await loadInPairs(
      PAIRS,
      () => loadPage(browser, url, phone),
      () => loadPage(browser, baseline.url, phone),
    )
    const desktopLoads: PageLoad[] = []
    while (desktopLoads.length < DESKTOP_LOADS)
      desktopLoads.push(await loadPage(browser, url, desktop))
    return {
      phone: medianLoad(pairs.map(([withCode]) => withCode)),
      withoutCode: medianLoad(pairs.map(([, withoutCode]) => withoutCode)),
      lcpRatio: medianRatio(
        pairs.map(([withCode, withoutCode]) => [withCode.lcpMs, withoutCode.lcpMs]),
      ),
      desktop: medianLoad(desktopLoads),
    }
  } finally {
    await baseline.close()
  }
}

/** A new server responds more slowly until Node has compiled its code. */
async function warmUp(url: string): Promise<void> {
  const paths = ['', heroImage.src, PRODUCTS_PATH]
  for (let request = 0; request < WARM_UP_REQUESTS; request++) {
    const response = await fetch(new URL(paths[request % paths.length] ?? '', url))
    await response.arrayBuffer()
  }
}

/**
 * Loads both alternately, so that load from other programs affects both, and each first as often
 * as second. The first pair fills caches and is not measured.
 */
export async function loadInPairs<Load>(
  pairs: number,
  first: () => Promise<Load>,
  second: () => Promise<Load>,
): Promise<[Load, Load][]> {
  const loads: [Load, Load][] = []
  for (let pair = 0; pair <= pairs; pair++) {
    if (pair % 2 === 0) {
      loads.push([await first(), await second()])
    } else {
      const other = await second()
      loads.push([await first(), other])
    }
  }
  return loads.slice(1)
}
