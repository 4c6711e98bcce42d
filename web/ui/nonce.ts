import { createContext } from 'react'

/** The policy's nonce of this page, for the style elements that Radix adds at run time. */
export const NonceContext = createContext<string | undefined>(undefined)
