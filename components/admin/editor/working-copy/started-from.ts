import { NO_WORKING_COPY } from '#contract/working-copies.ts'
import type { StoredDocument } from '../document.ts'
import type { UnsavedDraft } from '../drafts.ts'

/** The versions that a draft is based on, so that saving it over newer ones is a conflict. */
export function startedFrom<Fields>(
  { version, copyVersion = NO_WORKING_COPY }: Pick<UnsavedDraft<Fields>, 'version' | 'copyVersion'>,
  stored: StoredDocument<Fields>,
): StoredDocument<Fields> {
  const { workingCopy } = stored
  const known = { ...stored, version: version ?? stored.version }
  if (!workingCopy) return known
  const baseVersion =
    copyVersion === NO_WORKING_COPY ? (version ?? workingCopy.baseVersion) : workingCopy.baseVersion
  return { ...known, workingCopy: { ...workingCopy, version: copyVersion, baseVersion } }
}
