import './ui/theme.css'
import { setNonce } from 'get-nonce'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { routeOf } from './routes.tsx'

const root = document.getElementById('root') as HTMLElement
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

const app = <App nonce={nonce} />

// A prerendered page can only be taken over once its own code is here.
await routeOf(window.location.pathname)
  .page.load()
  .catch(() => {})

if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app))
else createRoot(root).render(app)
