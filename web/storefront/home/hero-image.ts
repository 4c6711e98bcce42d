const sourceSet = (type: string) =>
  [480, 800, 1200].map((width) => `/images/hero-${width}.${type} ${width}w`).join(', ')

/** Shared by the image and its preload link, which must match. */
export const heroImage = {
  avif: sourceSet('avif'),
  webp: sourceSet('webp'),
  src: '/images/hero-800.webp',
  sizes: '(min-width: 768px) min(44vw, 480px), min(100vw - 2rem, 448px)',
  width: 800,
  height: 640,
}
