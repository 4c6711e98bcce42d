export { findTax, findTaxes } from './find-tax.ts'
export { staffTaxRoutes } from './staff/staff-routes.ts'
