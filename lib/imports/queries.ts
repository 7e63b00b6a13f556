import {
  exportSummaryResponseSchema,
  type ExportSummary,
  importListResponseSchema,
  importResponseSchema,
  type Import,
  type ImportList,
  type ImportListQuery,
} from '#contract/imports.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callForJson, callIfSupported } from '../upstream/client.ts'

export async function getExportSummary({ token }: Staff): Promise<ExportSummary | null> {
  const options = { headers: bearer(token) }
  const response = await callIfSupported('summarizeExport', exportSummaryResponseSchema, options)
  return response?.data ?? null
}

export async function listImports({ token }: Staff, query: ImportListQuery): Promise<ImportList> {
  const options = { query: { ...query }, headers: bearer(token) }
  return (await callForJson('listImports', importListResponseSchema, options)).data
}

export async function getImport({ token }: Staff, ref: string, page: number): Promise<Import | null> {
  const options = { ref, query: { page }, headers: bearer(token) }
  const response = await callIfSupported('getImport', importResponseSchema, options)
  return response?.data ?? null
}
