declare global {
  interface Window {
    /** Does what was pressed before there was code to do it. */
    replayEarlyPress?: () => void
  }
}

/**
 * A small script on its own, asked for beside the page's code and here long before it: home can be
 * seen before its buttons can answer, and what somebody pressed until then must not be lost.
 */
let pressed: HTMLElement | null = null

function keep({ target }: MouseEvent) {
  pressed = target instanceof Element ? target.closest('button') : null
}

document.addEventListener('click', keep, true)

window.replayEarlyPress = () => {
  document.removeEventListener('click', keep, true)
  pressed?.click()
}

export {}
