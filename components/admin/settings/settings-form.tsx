'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useContext, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import '#components/site/frame.css'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { settingsSchema, type Settings, type StoredSettings } from '#contract/settings.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import './settings.css'
import { RoleContext } from '../frame/role.tsx'
import { showMessages } from '../error-text.ts'
import { areEqual, mergeFields } from '../merge-fields.ts'
import { keepFocus } from '../ui/focus.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { AnnouncementFields } from './announcement-fields.tsx'
import { BrandFields } from './brand-fields.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ContactFields } from './contact-fields.tsx'
import { HoursFields } from './hours-fields.tsx'
import { MessageFields } from './message-fields.tsx'
import { NewsletterFields } from './newsletter-fields.tsx'
import { Preview } from './preview.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionLinks } from './section.tsx'
import { settingsFormSchema, toFields, type SettingsFields } from './settings-fields.ts'
import { SocialFields } from './social-fields.tsx'
import { useSaveSettings } from './use-save-settings.ts'
import { useSessionBackup } from '../ui/use-session-backup.ts'
import { WritingFields } from './writing-fields.tsx'

const sectionTitles = [
  'Brand',
  'Contact',
  'Business hours',
  'Social links',
  'Announcement',
  'Newsletter',
  'Email',
  'Writing',
]

interface SettingsFormProps {
  stored: StoredSettings
  timeZones: string[]
}

export function SettingsForm({ stored: loaded, timeZones }: SettingsFormProps) {
  const [stored, setStored] = useState(loaded)
  const methods = useForm<SettingsFields, unknown, Settings>({
    defaultValues: toFields(stored.data),
    resolver: zodResolver(settingsFormSchema),
  })
  const { formState, handleSubmit, getValues, reset, setError } = methods

  const show = (next: StoredSettings, typed?: SettingsFields) => {
    setStored(next)
    reset(toFields(next.data))
    if (typed) reset(typed, { keepDefaultValues: true })
  }
  const sent = useRef<SettingsFields>(undefined)
  const { save, saving, conflict, closeConflict } = useSaveSettings({
    stored,
    onSaved: (saved) => {
      const fields = toFields(saved.data)
      // Input made during the save is kept as unsaved.
      const typed = sent.current && mergeFields(sent.current, getValues(), fields)
      // The refreshed layout sets it after this render.
      document.documentElement.dataset['timeZone'] = saved.data.timeZone
      keepFocus(() => show(saved, areEqual(typed, fields) ? undefined : typed))
    },
    onInvalid: (fields) => void showMessages(fields, settingsSchema.keyof().options, setError),
  })
  const guard = useLeaveGuard(formState.isDirty)
  const { account } = useContext(RoleContext)
  useSessionBackup({
    key: `unsaved-settings-${account}`,
    dirty: formState.isDirty,
    // With the version that was edited, so that a change in the meantime is a conflict.
    getInput: () => ({ version: stored.version, data: stored.data, fields: getValues() }),
    restore: ({ version, data, fields }) => show({ ...stored, version, data }, fields),
  })
  const { updatedAt, updatedBy } = stored
  const hydrated = useHydrated()

  return (
    <FormProvider {...methods}>
      <form
        method="post"
        noValidate
        aria-label="Settings"
        className="settings-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (saving) return
          void handleSubmit((settings) => {
            sent.current = structuredClone(getValues())
            return save(settings)
          })()
        }}
      >
        <SaveBar
          dirty={formState.isDirty}
          saving={saving}
          savedText={updatedAt ? `Saved by ${updatedBy} on ${formatDateTime(updatedAt)}` : ''}
          onDiscard={() => reset(toFields(stored.data))}
        />
        <div className="settings-columns">
          {/* The form would replace what is typed before hydration. */}
          <fieldset disabled={!hydrated} className="min-w-0">
            <SectionLinks titles={sectionTitles} />
            <BrandFields />
            <ContactFields timeZones={timeZones} />
            <HoursFields />
            <SocialFields />
            <AnnouncementFields />
            <NewsletterFields />
            <MessageFields />
            <WritingFields />
          </fieldset>
          <Preview />
        </div>
      </form>
      <ConfirmDialog
        open={guard.confirming}
        title="Leave without saving?"
        question="The settings have changes that are not saved. They are lost when you leave."
        confirmLabel="Leave"
        destructive
        onClose={guard.stay}
        onConfirm={guard.leave}
      />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onClose={closeConflict}
          onUseTheirs={() => {
            closeConflict()
            show(conflict.theirs)
          }}
          onSaveMine={() =>
            void save(
              mergeFields(conflict.base, conflict.mine, conflict.theirs.data),
              conflict.theirs.version,
            )
          }
        />
      )}
    </FormProvider>
  )
}
