import type { Page } from '@playwright/test'

/**
 * Waits until no finite animation runs. An element that inherits a color begins its own transition
 * when that of its parent has started, so the list is read again until it is empty.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const listRunning = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' &&
            effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        )
    for (let running = listRunning(); running.length > 0; running = listRunning()) {
      await Promise.allSettled(running.map((animation) => animation.finished))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}
