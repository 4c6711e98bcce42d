import type { Shop } from '#contract/shop.ts'
import type { ProductListCache } from './product-list.ts'

/** JSON-LD for search engines: the shop and its current products. */
export function structuredData(shop: Shop, publicUrl: string, productList: ProductListCache) {
  return async () => {
    const { products } = await productList()
    return {
      '@context': 'https://schema.org',
      '@type': 'Store',
      name: shop.name,
      url: `${publicUrl}/`,
      telephone: shop.phone,
      email: shop.email,
      image: `${publicUrl}/images/og.jpg`,
      address: { '@type': 'PostalAddress', addressLocality: shop.city, addressCountry: 'US' },
      makesOffer: products.map((product) => ({
        '@type': 'Offer',
        price: product.price,
        priceCurrency: 'USD',
        availability: `https://schema.org/${product.isSoldOut ? 'OutOfStock' : 'InStock'}`,
        itemOffered: {
          '@type': 'Product',
          name: product.name,
          description: product.description,
          size: product.size,
          ...(product.imageUrl && { image: new URL(product.imageUrl, publicUrl).href }),
        },
      })),
    }
  }
}
