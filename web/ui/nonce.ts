import { createContext } from 'react'

/** The CSP nonce of this page, for style elements that Radix adds at run time. */
export const NonceContext = createContext<string | undefined>(undefined)
