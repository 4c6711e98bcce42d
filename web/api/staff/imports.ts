import { apiPaths } from '#contract/paths.ts'
import type { ImportReport } from '#contract/staff/imports.ts'
import { send } from './staff-client.ts'

export type ImportKind = 'trucks' | 'customers' | 'taxRates' | 'places' | 'bottles'

const paths = {
  trucks: { preview: apiPaths.adminTrucksImportPreview, commit: apiPaths.adminTrucksImport },
  customers: {
    preview: apiPaths.adminCustomersImportPreview,
    commit: apiPaths.adminCustomersImport,
  },
  taxRates: {
    preview: apiPaths.adminTaxRatesImportPreview,
    commit: apiPaths.adminTaxRatesImport,
  },
  bottles: { preview: apiPaths.adminBottlesImportPreview, commit: apiPaths.adminBottlesImport },
  places: { preview: apiPaths.adminPlacesImportPreview, commit: apiPaths.adminPlacesImport },
}

/** Returns what the import would do, without writing anything. */
export async function previewImport(kind: ImportKind, file: Blob): Promise<ImportReport> {
  return (await send('POST', paths[kind].preview, file)) as ImportReport
}

export async function commitImport(kind: ImportKind, file: Blob): Promise<ImportReport> {
  return (await send('POST', paths[kind].commit, file)) as ImportReport
}
