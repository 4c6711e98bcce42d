import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageRoutes } from '#contract/pages.ts'
import { pageData } from '#web/api/page-data.ts'
import { BrandMark } from './brand.tsx'
import { SiteLink } from './site-link.tsx'

const linkClass =
  'inline-flex min-h-11 items-center rounded text-on-deep-muted hover:text-on-deep hover:underline sm:min-h-8'

export function SiteFooter() {
  const { shop } = pageData()
  return (
    <footer className="on-deep bg-surface-deep text-on-deep">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-14 sm:grid-cols-2 sm:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1.4fr]">
        <div className="flex flex-col gap-3">
          <p className="flex items-center gap-2 font-bold text-lg">
            <BrandMark className="size-8" />
            {shop.name}
          </p>
          <p className="max-w-xs text-on-deep-muted text-sm">
            Pure water in 3- and 5-gallon bottles, delivered to your door.
          </p>
        </div>
        <FooterColumn title="Company">
          <PlaceholderLink name="About Us" />
          <PlaceholderLink name="Careers" />
          <PlaceholderLink name="Blog" />
          <SiteLink href={pageRoutes.customerLogin} className={linkClass}>
            Find my order
          </SiteLink>
        </FooterColumn>
        <FooterColumn title="Legal">
          <SiteLink href={pageRoutes.privacy} className={linkClass}>
            Privacy Policy
          </SiteLink>
          <SiteLink href={pageRoutes.terms} className={linkClass}>
            Terms of Service
          </SiteLink>
          <PlaceholderLink name="Cookie Policy" />
        </FooterColumn>
        <FooterColumn title="Contact">
          <p className="flex min-h-11 items-center gap-2.5 text-on-deep-muted sm:min-h-8">
            <MapPin aria-hidden className="size-4 shrink-0" />
            <span>{shop.city}</span>
          </p>
          <a href={`tel:${shop.phone}`} className={`${linkClass} gap-2.5`}>
            <Phone aria-hidden className="size-4 shrink-0" />
            <span>{shop.phone}</span>
          </a>
          <a href={`mailto:${shop.email}`} className={`${linkClass} wrap-anywhere gap-2.5`}>
            <Mail aria-hidden className="size-4 shrink-0" />
            <span>{shop.email}</span>
          </a>
        </FooterColumn>
      </div>
    </footer>
  )
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start text-sm">
      <h2 className="mb-2 font-semibold text-base tracking-normal">{title}</h2>
      {children}
    </div>
  )
}

/** A link for a page that does not exist yet; it links to itself. */
function PlaceholderLink({ name }: { name: string }) {
  const id = name.toLowerCase().replaceAll(' ', '-')
  return (
    <SiteLink id={id} href={`#${id}`} className={linkClass}>
      {name}
    </SiteLink>
  )
}
