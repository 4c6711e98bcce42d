import type { ComponentProps } from 'react'
import { hasCardForm } from '#web/paths.ts'
import { useRouter } from './router.ts'

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/** Stays in the document where it may: pages with a card form are entered and left as documents. */
export function SiteLink({ href, ...props }: SiteLinkProps) {
  const { path } = useRouter()
  const isDocument = hasCardForm(path) || hasCardForm(href)
  return <a href={href} {...props} {...(!isDocument && { 'data-site-link': '' })} />
}
