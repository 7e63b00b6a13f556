'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { MAX_BIO } from '#contract/authors.ts'
import { MAX_PERSON_NAME } from '#contract/limits.ts'
import { profileFieldsSchema, type OwnProfile } from '#contract/profile.ts'
import { isVersionConflict } from '../api.ts'
import { showMessages } from '../error-text.ts'
import { areEqual } from '../merge-fields.ts'
import { keepFocus, useFocusRecovery } from '../ui/focus.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useSessionBackup } from '../ui/use-session-backup.ts'
import { useSessionEnding } from '../ui/use-session-ending.ts'
import { FormNotice } from './form-notice.tsx'
import { LinksField } from './links-field.tsx'
import { PhotoField, storedPhoto, type PhotoChange } from './photo-field.tsx'
import { usePhoto } from './use-photo.ts'
import { loadProfile, saveProfile, toFormErrors } from './save-profile.ts'

interface Fields {
  name: string
  title: string
  bio: string
  links: { label: string; url: string }[]
}

const toFields = ({ name, title, bio, links }: OwnProfile): Fields => ({ name, title, bio, links })

function toFormData({ links, ...texts }: Fields, photo: PhotoChange): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) form.set(name, value)
  form.set('links', JSON.stringify(links))
  form.set('photoX', String(photo.x))
  form.set('photoY', String(photo.y))
  if (photo.file) form.set('photo', photo.file)
  else if (photo.removed) form.set('removePhoto', 'true')
  return form
}

interface AuthorFormProps {
  profile: OwnProfile
  onSaved: (profile: OwnProfile) => void
}

function useAuthorForm({ profile, onSaved }: AuthorFormProps) {
  const photo = usePhoto(profile.photo)
  const [conflict, setConflict] = useState<OwnProfile>()
  const methods = useForm<Fields>({
    defaultValues: toFields(profile),
    resolver: zodResolver(profileFieldsSchema, undefined, { raw: true }),
    reValidateMode: 'onSubmit',
  })
  const { handleSubmit, setError, clearErrors, reset, getValues } = methods
  const { isDirty } = methods.formState
  const hasNewPhoto = photo.value.changed || photo.preparing
  const guard = useLeaveGuard(isDirty || hasNewPhoto)
  useSessionEnding(() => hasNewPhoto)
  useSessionBackup({
    key: `unsaved-profile-${profile.id}`,
    dirty: isDirty,
    getInput: () => ({ version: profile.version, fields: getValues() }),
    restore: ({ version, fields }) => {
      reset(fields, { keepDefaultValues: true })
      // The next save then detects what another window has saved in the meantime.
      if (version !== profile.version) onSaved({ ...profile, version })
    },
  })

  const show = (stored: OwnProfile, typed?: Fields) => {
    reset(toFields(stored))
    if (typed) reset(typed, { keepDefaultValues: true })
    setConflict(undefined)
    onSaved(stored)
  }
  const confirmSaved = (saved: OwnProfile, sent: Fields, sentPhoto: PhotoChange) => {
    const typed = getValues()
    const isTyped = !areEqual(typed, sent)
    keepFocus(() => show(saved, isTyped ? typed : undefined))
    photo.showSaved(saved.photo, sentPhoto)
    toast.success('Your profile is saved.')
  }
  const discard = (theirs: OwnProfile) => {
    show(theirs)
    photo.change(storedPhoto(theirs.photo))
  }
  const showErrors = (messages: Record<string, string>) => {
    showMessages(messages, ['name', 'title', 'bio', 'links'], setError)
    photo.setError(messages['photo'])
    if (messages['photo']) photo.button.current?.focus()
    if (messages['root']) setError('root', { message: messages['root'] })
  }
  const save = async (fields: Fields, version: number) => {
    clearErrors()
    const sent = await photo.prepared()
    if (!sent) return photo.button.current?.focus()
    photo.setError(undefined)
    try {
      confirmSaved(await saveProfile({ form: toFormData(fields, sent) }, version), fields, sent)
    } catch (error) {
      const theirs = isVersionConflict(error) ? await loadProfile().catch(() => undefined) : undefined
      // The response to an earlier attempt may have been lost.
      if (theirs && !sent.changed && areEqual(toFields(theirs), profileFieldsSchema.parse(fields)))
        confirmSaved(theirs, fields, sent)
      else if (theirs) setConflict(theirs)
      else showErrors(toFormErrors(error))
    }
  }
  const submit = (version = profile.version) => void handleSubmit((fields) => save(fields, version))()
  return { methods, guard, photo, conflict, submit, discard }
}

export function AuthorForm(props: AuthorFormProps) {
  const { profile } = props
  const { methods, guard, photo, conflict, submit, discard } = useAuthorForm(props)
  const { register, clearErrors, control } = methods
  const { errors, isSubmitting } = methods.formState
  const form = useRef<HTMLFormElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  useFocusRecovery(form, saveButton)
  const bio = useWatch({ control, name: 'bio' })
  const field = (name: 'name' | 'title' | 'bio') => ({
    ...register(name, { onChange: () => errors[name] && clearErrors(name) }),
    error: errors[name]?.message,
  })

  return (
    <FormProvider {...methods}>
      <form
        ref={form}
        method="post"
        noValidate
        aria-label="Author"
        aria-busy={isSubmitting}
        className="grid max-w-[38rem] gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSubmitting) submit()
        }}
      >
        <PhotoField
          stored={profile.photo}
          name={profile.name}
          photo={photo.value}
          error={photo.error}
          button={photo.button}
          preparing={photo.preparing}
          onChoose={(file) => void photo.choose(file)}
          onChange={photo.change}
          onCrop={photo.crop}
        />
        <Field label="Name" autoComplete="name" maxLength={MAX_PERSON_NAME} required {...field('name')} />
        <Field label="Role" hint="For example “Mobile lead”." maxLength={100} {...field('title')} />
        <div className="grid gap-1">
          <Field
            label="Bio"
            multiline
            rows={5}
            hint="One or two sentences, as plain text."
            {...field('bio')}
          />
          <p className="text-right text-sm tabular-nums text-muted" data-over={bio.length > MAX_BIO}>
            {bio.length} of {MAX_BIO} characters
          </p>
        </div>
        <LinksField />
        {conflict && (
          <FormNotice text="Your profile was changed in another window. What you typed is still here.">
            <Button variant="plain" onClick={() => !isSubmitting && submit(conflict.version)}>
              Save mine
            </Button>
            <Button variant="quiet" onClick={() => discard(conflict)}>
              Discard mine
            </Button>
          </FormNotice>
        )}
        {errors.root && <FormNotice text={errors.root.message} />}
        <div>
          <Button ref={saveButton} type="submit" aria-disabled={isSubmitting || undefined}>
            {isSubmitting ? 'Saving…' : 'Save profile'}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={guard.confirming}
        title="Leave without saving?"
        question="Your profile has unsaved changes."
        confirmLabel="Leave"
        destructive
        onClose={guard.stay}
        onConfirm={guard.leave}
      />
    </FormProvider>
  )
}
