import type { ComponentProps } from 'react'
import { hasCardForm } from './has-card-form.ts'
import { useRouter } from './router.ts'

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/** Navigates on the client, except to and from pages with a card form. */
export function SiteLink({ href, ...props }: SiteLinkProps) {
  const { path } = useRouter()
  const needsPageLoad = hasCardForm(path) || hasCardForm(href)
  return <a href={href} {...props} {...(!needsPageLoad && { 'data-site-link': '' })} />
}
