import { useFormContext, type FieldPath } from 'react-hook-form'
import * as z from 'zod'
import { settingsSchema, type Settings } from '#contract/settings.ts'
import { areEqual, mergeFields } from '../merge-fields.ts'

const splitAddresses = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((address) => address.trim())
    .filter(Boolean)

/** The form edits the recipients as a single text, so an invalid one is an error of the whole field. */
const recipientsSchema = z.string().transform((text, context) => {
  const addresses = splitAddresses(text)
  const { data, error } = settingsSchema.shape.messageRecipients.safeParse(addresses)
  if (data) return data
  const [issue] = error.issues
  const address = addresses[Number(issue?.path[0])]
  const message = address ? `“${address}” is not a valid email address` : issue?.message
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

export const settingsFormSchema = settingsSchema.extend({ messageRecipients: recipientsSchema })

export type SettingsFields = z.input<typeof settingsFormSchema>

export const toFields = (settings: Settings): SettingsFields => ({
  ...settings,
  messageRecipients: settings.messageRecipients.join(', '),
})

const labels: Record<keyof Settings, string> = {
  name: 'Brand name',
  tagline: 'Tagline',
  description: 'Description',
  shareImage: 'Share image',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  hours: 'Business hours',
  social: 'Social links',
  timeZone: 'Time zone',
  newsletter: 'Newsletter',
  announcement: 'Announcement',
  messageRecipients: 'Recipients of messages',
  newPost: 'New posts',
  publishChecks: 'Checks before publishing',
  approvalRequired: 'Approval before publishing',
}

function describe(value: unknown): string {
  if (value === null || value === '') return ''
  if (typeof value !== 'object') return String(value)
  return Object.values(value).map(describe).filter(Boolean).join(', ')
}

export function findConflicts(base: Settings, mine: Settings, theirs: Settings) {
  const merged = mergeFields(base, mine, theirs)
  return settingsSchema
    .keyof()
    .options.filter((name) => !areEqual(merged[name], theirs[name]) && !areEqual(base[name], theirs[name]))
    .map((name) => ({ label: labels[name], theirs: describe(theirs[name]), mine: describe(mine[name]) }))
}

export const useSettingsForm = () => useFormContext<SettingsFields, unknown, Settings>()

export function useSettingsField(name: FieldPath<SettingsFields>) {
  const { register, getFieldState, formState } = useSettingsForm()
  return { ...register(name), error: getFieldState(name, formState).error?.message }
}
