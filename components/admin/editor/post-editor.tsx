import { useState } from 'react'
import type { CategoryOption } from '#lib/blog/staff-queries.ts'
import type { Publishing } from '#lib/settings/staff-settings.ts'
import { DocumentEditor } from './document-editor.tsx'
import { EditorForm } from './editor-form.tsx'
import { toNewPost, type AuthorChoice, type StoredPost } from './post-fields.ts'
import { postKindWith } from './post-kind.ts'

export interface PostEditorProps {
  post: StoredPost | null
  knownTags: string[]
  authors: AuthorChoice
  categories: CategoryOption[]
  hasHistory?: boolean
  publishing: Publishing | null
  template?: string
  plannedFor?: string
  hasSchedule: boolean
  onCreated: (id: string) => void
}

export function PostEditor({ post, authors, template, plannedFor, onCreated, ...choices }: PostEditorProps) {
  const [kind] = useState(() => postKindWith(template, plannedFor))
  return (
    <DocumentEditor
      kind={kind}
      stored={post}
      onCreated={onCreated}
      toNew={(fields, access) => toNewPost(fields, authors, access)}
    >
      {(key, props) => <EditorForm key={key} kind={kind} authors={authors} {...choices} {...props} />}
    </DocumentEditor>
  )
}
