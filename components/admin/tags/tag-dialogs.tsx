'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { Button } from '#components/ui/button.tsx'
import { toCaseKey } from '#contract/case-key.ts'
import { MAX_TAG_NAME } from '#contract/posts.ts'
import { tagChangeSchema, type StaffTag } from '#contract/tags.ts'
import { hasErrorCode } from '#contract/errors.ts'
import { listHref } from '#lib/blog/list-state.ts'
import { countPosts } from '#lib/blog/texts.ts'
import { conflictVersion, isVersionConflict } from '../api.ts'
import { changeErrorText, showFieldErrors } from '../error-text.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { getTagBySlug } from './tags-query.ts'
import { useChangeTags } from './use-change-tags.ts'

export interface TagDialogProps {
  onClose: () => void
  onDone: () => void
}

export const TagAddress = ({ slug }: { slug: string }) => (
  <code className="text-sm wrap-anywhere">
    <bdi>{decodeURI(listHref({ tag: slug }))}</bdi>
  </code>
)

interface RenameProps extends TagDialogProps {
  tag: StaffTag
  onMerge: (other: StaffTag) => void
}

export function RenameDialog({ tag, onMerge, onClose, onDone }: RenameProps) {
  const { control, register, handleSubmit, formState, setError } = useForm({
    defaultValues: { name: tag.name },
    resolver: zodResolver(tagChangeSchema),
    reValidateMode: 'onSubmit',
  })
  const [taken, setTaken] = useState('')
  const [version, setVersion] = useState(tag.version)
  const { mutate, isPending, error } = useChangeTags(onDone)
  const lookUp = useMutation({ mutationFn: getTagBySlug })
  const name = useWatch({ control, name: 'name' }).trim()
  const isUnchanged = name === tag.name
  const submit = handleSubmit(({ name: wanted }) =>
    mutate(
      { kind: 'rename', tag, version, name: wanted },
      {
        onError: (failure) => {
          showFieldErrors(failure, ['name'], setError)
          if (hasErrorCode(failure, 'conflict')) setTaken(wanted)
          setVersion(conflictVersion(failure, version))
        },
      },
    ),
  )
  const fieldError = formState.errors.name?.message
  const problem = lookUp.error ?? (fieldError ? null : error)
  const problemText = isVersionConflict(problem)
    ? `Someone else changed this tag. It is “${tag.name}” now. Rename it again to replace their change.`
    : changeErrorText(problem)
  return (
    <ChangeDialog
      title={`Rename “${tag.name}”`}
      confirmLabel="Rename"
      busyLabel="Renaming…"
      busy={isPending}
      ready={!isUnchanged}
      error={problem ? problemText : undefined}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <Field
        label="Name"
        error={fieldError}
        readOnly={isPending}
        maxLength={MAX_TAG_NAME}
        autoComplete="off"
        {...register('name', {
          onChange: () => {
            setTaken('')
            lookUp.reset()
          },
        })}
      />
      {taken === '' ? (
        <RenameEffect tag={tag} name={name} />
      ) : (
        <div>
          <Button
            variant="plain"
            aria-disabled={lookUp.isPending || undefined}
            onClick={() => !lookUp.isPending && lookUp.mutate(toCaseKey(taken), { onSuccess: onMerge })}
          >
            Merge with “{taken}”
          </Button>
        </div>
      )}
    </ChangeDialog>
  )
}

function RenameEffect({ tag, name }: { tag: StaffTag; name: string }) {
  const slug = toCaseKey(name)
  return (
    <ul className="change-effect">
      <li>{tag.count === 1 ? '1 post changes.' : `${countPosts(tag.count)} change.`}</li>
      {slug !== '' && slug !== tag.slug && (
        <li>
          {tag.formerSlugs.length === 0
            ? '1 address redirects'
            : `${tag.formerSlugs.length + 1} addresses redirect`}{' '}
          to the new one: <TagAddress slug={tag.slug} /> → <TagAddress slug={slug} />
        </li>
      )}
    </ul>
  )
}

export function DeleteDialog({ tag, onClose, onDone }: TagDialogProps & { tag: StaffTag }) {
  const [version, setVersion] = useState(tag.version)
  const { mutate, isPending, error } = useChangeTags(onDone)
  const problem = isVersionConflict(error)
    ? 'Someone else changed this tag. Delete it again if it is still not needed.'
    : changeErrorText(error)
  const remove = () =>
    mutate(
      { kind: 'delete', tag, version },
      { onError: (failure) => setVersion(conflictVersion(failure, version)) },
    )
  return (
    <ChangeDialog
      title={`Delete “${tag.name}”`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      busy={isPending}
      error={error ? problem : undefined}
      onConfirm={remove}
      onClose={onClose}
    >
      <ul className="change-effect">
        <li>
          {countPosts(tag.count)} {tag.count === 1 ? 'loses' : 'lose'} this tag. No post is deleted.
        </li>
        {tag.published > 0 && (
          <li>
            <TagAddress slug={tag.slug} /> no longer leads to a list.
          </li>
        )}
      </ul>
    </ChangeDialog>
  )
}
