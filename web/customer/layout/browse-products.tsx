import { paths } from '#web/paths.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'

export function BrowseProducts() {
  return (
    <SiteLink href={paths.home()} className={buttonClass('primary')}>
      Browse Products
    </SiteLink>
  )
}
