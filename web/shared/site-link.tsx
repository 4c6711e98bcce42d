import type { ComponentProps } from 'react'
import { Link, useLocation } from 'wouter'
import { hasCardForm } from '#web/paths.ts'

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/** Stays in the document where it may: pages with a card form are entered and left as documents. */
export function SiteLink(props: SiteLinkProps) {
  const [path] = useLocation()
  if (hasCardForm(path) || hasCardForm(props.href)) return <a {...props} />
  return <Link {...props} />
}
