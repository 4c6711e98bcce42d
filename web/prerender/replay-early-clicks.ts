declare global {
  interface Window {
    /** Does what was pressed before there was code to do it. */
    replayEarlyClick?: () => void
  }
}

/**
 * A small script on its own, asked for beside the page's code and here long before it: home can be
 * seen before its buttons can answer, and what somebody pressed until then must not be lost.
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
