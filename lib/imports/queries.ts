import {
  exportSummaryResponseSchema,
  type ExportSummary,
  importListResponseSchema,
  importResponseSchema,
  type Import,
  type ImportList,
  type ImportListQuery,
} from '#contract/imports.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { callForJson, callIfSupported } from '../upstream/client.ts'

export async function getExportSummary(staff: Staff): Promise<ExportSummary | null> {
  const response = await readAsStaff(staff, (headers) =>
    callIfSupported('summarizeExport', exportSummaryResponseSchema, { headers }),
  )
  return response?.data ?? null
}

export async function listImports(staff: Staff, query: ImportListQuery): Promise<ImportList> {
  const { data } = await readAsStaff(staff, (headers) =>
    callForJson('listImports', importListResponseSchema, { query: { ...query }, headers }),
  )
  return data
}

export async function getImport(staff: Staff, ref: string, page: number): Promise<Import | null> {
  const response = await readAsStaff(staff, (headers) =>
    callIfSupported('getImport', importResponseSchema, { ref, query: { page }, headers }),
  )
  return response?.data ?? null
}
