import type { ComponentType } from 'react'

/** A page's title and its code, which is loaded when the page is opened. */
export type PageSource = { title: string; load: () => Promise<{ default: ComponentType }> }
