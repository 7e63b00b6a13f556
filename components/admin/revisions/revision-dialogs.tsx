import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { v4 as createUuid } from 'uuid'
import * as z from 'zod'
import { Field } from '#components/ui/field.tsx'
import { MAX_REVISION_NAME, revisionChangeSchema, type FullRevision } from '#contract/revisions.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import { isVersionConflict } from '../api.ts'
import { listAllDrafts } from '../editor/drafts.ts'
import { useEditing } from '../editor/presence/use-editing.ts'
import { changeErrorText } from '../error-text.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { useChangeRevision } from './use-change-revision.ts'
import { revisionName } from './texts.ts'

interface RevisionDialogProps {
  postId: string
  revision: FullRevision
  onClose: () => void
}

const nameFormSchema = z.object({ name: revisionChangeSchema.shape.name.unwrap() })

export function NameDialog({ postId, revision, onClose }: RevisionDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: revision.name ?? '' },
    resolver: zodResolver(nameFormSchema),
    reValidateMode: 'onSubmit',
  })
  const { mutate, isPending, error } = useChangeRevision(postId)
  const submit = handleSubmit(({ name }) => mutate({ kind: 'name', revision, name }, { onSuccess: onClose }))
  return (
    <ChangeDialog
      title={`Name revision ${revision.number}`}
      confirmLabel="Save"
      busyLabel="Saving…"
      busy={isPending}
      error={error ? changeErrorText(error) : undefined}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Named revisions are never deleted. Leave it empty to remove the name."
        error={formState.errors.name?.message}
        readOnly={isPending}
        maxLength={MAX_REVISION_NAME}
        autoComplete="off"
        {...register('name')}
      />
    </ChangeDialog>
  )
}

const copyEffect =
  'Nothing is published: visitors keep seeing the live version until you publish the changes in the editor.'
const liveEffect = 'The post is live: visitors see the restored version at once. A changed URL redirects.'
const draftEffect = (publishAt: string | null) =>
  publishAt === null
    ? 'The post stays a draft.'
    : `The post stays scheduled for ${formatDateTime(publishAt)}, with the restored text.`

const restoreErrorText = (error: unknown) =>
  isVersionConflict(error)
    ? 'This post was edited by someone else. Restore again to replace that version, which stays in the history.'
    : changeErrorText(error)

interface RestoreDialogProps extends RevisionDialogProps {
  newest: number
  version: number
  copyVersion: number
  published: boolean
  publishAt: string | null
  onRestored: () => void
}

export function RestoreDialog(props: RestoreDialogProps) {
  const { postId, revision, newest, version, copyVersion, published, publishAt, onClose, onRestored } = props
  const { mutate, isPending, error } = useChangeRevision(postId)
  const editing = useEditing(`/api/blogs/${encodeURIComponent(postId)}/presence`)
  // A retry after a lost response must not restore twice.
  const [key] = useState(() => createUuid())
  const isCopied = published && revision.workingCopy
  const hasDraft = listAllDrafts().some((draft) => draft.postId === postId)
  return (
    <ChangeDialog
      title={`Restore ${revisionName(revision).toLowerCase()}`}
      confirmLabel="Restore"
      busyLabel="Restoring…"
      busy={isPending}
      error={error ? restoreErrorText(error) : undefined}
      onConfirm={() =>
        mutate(
          { kind: 'restore', revision, version: isCopied ? copyVersion : version, isCopied, key },
          // Not called after the page was left, because it changes the URL.
          { onSuccess: onRestored },
        )
      }
      onClose={onClose}
    >
      <ul className="change-effect">
        <li>
          Title, {!revision.slugTaken && 'URL, '}excerpt, text, tags, category and cover become those of{' '}
          {formatDateTime(revision.createdAt)}.
        </li>
        {revision.slugTaken && (
          <li>The URL stays as it is, because another post has “{revision.slug}” now.</li>
        )}
        <li>
          {isCopied || copyVersion > 0
            ? 'Nothing is lost: the current version and changes that are not published stay in the history.'
            : `Nothing is lost: the current version stays in the history as revision ${newest}.`}
        </li>
        <li>{isCopied ? copyEffect : published ? liveEffect : draftEffect(publishAt)}</li>
        {editing && (
          <li>
            <strong>
              {editing.isOwn
                ? 'You are editing this post in another tab'
                : `${editing.name} is editing this post`}
              .
            </strong>{' '}
            The next save there asks which version to use.
          </li>
        )}
        {hasDraft && (
          <li>Your unsaved changes stay in this browser. The editor offers them when you open it.</li>
        )}
      </ul>
    </ChangeDialog>
  )
}
