const interactionEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Resolves at the first sign of a person from now on. */
export function waitForInteraction(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const calm = new AbortController()
    signal?.addEventListener('abort', () => calm.abort())
    const notice = () => {
      calm.abort()
      resolve()
    }
    for (const sign of interactionEvents) {
      window.addEventListener(sign, notice, { signal: calm.signal, passive: true })
    }
  })
}
