import { ArrowRight } from 'lucide-react'
import { heroImage } from './hero-image.ts'
import { ScrollButton } from './scroll-button.tsx'

export function Hero() {
  return (
    <section className="overflow-hidden bg-[radial-gradient(60rem_32rem_at_80%_40%,var(--color-aqua-soft),transparent_70%),linear-gradient(var(--color-surface-soft),var(--color-surface))]">
      <div className="mx-auto grid max-w-6xl items-center gap-x-10 px-4 pt-16 pb-12 sm:px-6 md:grid-cols-[1.1fr_1fr] md:pt-14 md:pb-16 lg:pt-20 lg:pb-20">
        <div>
          <h1 className="font-extrabold text-[2.5rem] leading-[1.08] sm:text-5xl lg:text-6xl">
            Pure water <span className="text-action">delivered fresh</span>
          </h1>
          <p className="mt-5 max-w-md text-lg text-muted leading-relaxed">
            Spring, purified or alkaline water in 3- and{' '}
            <span className="whitespace-nowrap">5-gallon</span> bottles, delivered to your door.
            Order once or on a schedule.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ScrollButton to="products" variant="primary" size="large">
              Order Now
              <ArrowRight aria-hidden className="size-5" />
            </ScrollButton>
            <ScrollButton to="how-it-works" variant="secondary" size="large">
              Learn More
            </ScrollButton>
          </div>
        </div>
        <picture>
          <source type="image/avif" srcSet={heroImage.avif} sizes={heroImage.sizes} />
          <source type="image/webp" srcSet={heroImage.webp} sizes={heroImage.sizes} />
          <img
            src={heroImage.src}
            alt="3-gallon and 5-gallon water bottles"
            width={heroImage.width}
            height={heroImage.height}
            fetchPriority="high"
            className="mx-auto mt-8 h-auto w-full max-w-md object-contain md:mt-0 md:max-w-[480px]"
          />
        </picture>
      </div>
    </section>
  )
}
