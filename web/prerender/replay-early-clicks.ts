declare global {
  interface Window {
    /** Replays the last click from before hydration. */
    replayEarlyClick?: () => void
  }
}

/**
 * Records clicks until the home page is hydrated. A separate small script, because it must run long
 * before the main code is loaded.
 */
let clicked: HTMLElement | null = null

function recordClick({ target }: MouseEvent) {
  clicked = target instanceof Element ? target.closest('button') : null
}

document.addEventListener('click', recordClick, true)

window.replayEarlyClick = () => {
  document.removeEventListener('click', recordClick, true)
  clicked?.click()
}

export {}
