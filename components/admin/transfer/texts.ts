import type { ImportFormat, ImportOutcome, ImportPlan } from '#contract/imports.ts'

export const formatNames: Record<ImportFormat, string> = {
  markdown: 'Markdown',
  wordpress: 'WordPress',
  ghost: 'Ghost',
}

export const planTexts: Record<ImportPlan, string> = {
  new: 'New',
  taken: 'URL taken',
  existing: 'Already here',
  invalid: 'Cannot be imported',
}

export const outcomeTexts: Record<ImportOutcome, string> = {
  imported: 'Imported',
  skipped: 'Skipped',
  failed: 'Not imported',
}
