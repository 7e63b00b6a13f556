import { exportSummaryResponseSchema, type ExportSummary } from '#contract/exports.ts'
import {
  importListResponseSchema,
  importResponseSchema,
  type Import,
  type ImportSummary,
} from '#contract/imports.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isNotFound, isUnsupportedCall } from '../upstream/errors.ts'

export async function getExportSummary({ token }: Staff): Promise<ExportSummary | null> {
  try {
    const { data } = await callForJson('summarizeExport', exportSummaryResponseSchema, {
      headers: bearer(token),
    })
    return data.data
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}

export async function listImports({ token }: Staff): Promise<ImportSummary[]> {
  return (await callForJson('listImports', importListResponseSchema, { headers: bearer(token) })).data.data
}

export async function getImport({ token }: Staff, ref: string, page: number): Promise<Import | null> {
  try {
    const options = { ref, query: { page }, headers: bearer(token) }
    return (await callForJson('getImport', importResponseSchema, options)).data.data
  } catch (error) {
    if (isNotFound(error) || isUnsupportedCall(error)) return null
    throw error
  }
}
