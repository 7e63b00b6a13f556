import { useCallback, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { addTags, emptyFields, sameFields } from './post-fields.ts'
import type { CoverChange, PostFields, StoredPost } from './post-fields.ts'

interface EditedPost {
  tagText: string
  knownTags: string[]
  cover: CoverChange
  stored: StoredPost | null
}

/** The fields are read when they are needed, so that the form does not render with each key. */
export function useEditedFields(
  { getValues, subscribe }: Pick<UseFormReturn<PostFields>, 'getValues' | 'subscribe'>,
  { tagText, knownTags, cover, stored }: EditedPost,
) {
  const getFields = useCallback((): PostFields => {
    const values = getValues()
    return { ...values, tags: addTags(values.tags, tagText, knownTags).tags }
  }, [getValues, tagText, knownTags])
  const onEdit = useCallback(
    (callback: () => void) => subscribe({ formState: { values: true }, callback }),
    [subscribe],
  )
  const dirty = useSyncExternalStore(
    onEdit,
    () => cover.file !== null || cover.removed || !sameFields(getFields(), stored?.fields ?? emptyFields),
  )
  return { getFields, onEdit, dirty }
}
