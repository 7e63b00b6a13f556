import * as z from 'zod'
import { isTimeZone } from './calendar.ts'
import { uploadedImagePattern } from './images.ts'
import { MAX_CONTENT_BYTES } from './limits.ts'
import { postChecks } from './post-checks.ts'
import { cleanText, emailField, isStorable, singleLine, toLineFeeds } from './text.ts'

export const MAX_SOCIAL_LINKS = 8

type Check = z.core.$ZodCheck<string>

const paragraph = (label: string, max: number, min = 0, ...checks: Check[]) =>
  cleanText(
    label,
    z.minLength(min, `${label} is required`),
    z.maxLength(max, `${label} must be at most ${max} characters`),
    ...checks,
  )

const line = (label: string, max: number, min = 0, ...checks: Check[]) =>
  paragraph(label, max, min, singleLine(label), ...checks)

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const isSitePath = (value: string) => /^\/(?![/\\])/.test(value)

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, for example 09:00')

const dayHoursSchema = z
  .object({ isOpen: z.boolean(), opens: time, closes: time })
  .refine(({ isOpen, opens, closes }) => !isOpen || opens < closes, {
    path: ['closes'],
    message: 'Closing time must be after opening time',
  })

const socialLinkSchema = z.object({
  name: line('Name', 40, 1),
  url: line(
    'Link',
    300,
    0,
    z.refine(
      (value: string) => value === '' || isWebAddress(value),
      'Enter a full web address, for example https://example.com',
    ),
  ),
})

const announcementSchema = z.object({
  text: line('Announcement', 160),
  link: line(
    'Link',
    300,
    0,
    z.refine(
      (value: string) => value === '' || isSitePath(value) || isWebAddress(value),
      'Enter a path like /contact or a full web address',
    ),
  ),
  /** The last day on which the announcement is shown; empty for no end. */
  endsOn: z.union([z.literal(''), z.iso.date()], 'Enter a date'),
})

const imageSchema = z.object({
  url: z.string().regex(uploadedImagePattern, 'Upload the image again'),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
})

/** Empty texts of the confirmation e-mail fall back to the default with the brand name. */
const newsletterSchema = z.object({
  heading: line('Heading', 80, 1),
  text: paragraph('Text', 300, 1),
  pageText: paragraph('Text of the newsletter page', 300, 1),
  emailSubject: line('Subject', 150),
  emailText: paragraph('Text of the confirmation email', 1000),
})

const newPostSchema = z.object({
  startsEmpty: z.boolean(),
  template: z
    .string('Template is required')
    .transform(toLineFeeds)
    .refine(isStorable, 'Template contains characters that cannot be stored')
    .refine((text) => text.length <= MAX_CONTENT_BYTES / 50, 'Template must be at most 10,000 characters'),
})

export const settingsSchema = z.object({
  name: line('Brand name', 60, 1),
  tagline: line('Tagline', 120, 1),
  description: paragraph('Description', 300, 1),
  shareImage: imageSchema.nullable(),
  phone: line(
    'Phone',
    40,
    0,
    z.regex(/^([+(]?\d[\d\s().-]*)?$/, 'Enter a phone number, for example +1 (207) 555-0142'),
  ),
  email: emailField(),
  address: z.object({
    street: line('Street', 100),
    city: line('City', 100),
    region: line('Region', 100),
    postalCode: line('Postal code', 20),
    country: z.string().regex(/^([A-Z]{2})?$/, 'Enter a country code of two letters, for example US'),
  }),
  hours: z.array(dayHoursSchema).length(weekdays.length),
  social: z.array(socialLinkSchema).max(MAX_SOCIAL_LINKS, `At most ${MAX_SOCIAL_LINKS} links`),
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone'),
  newsletter: newsletterSchema,
  announcement: announcementSchema,
  /** When empty, MAIL_TO applies, or else the accounts. */
  messageRecipients: z.array(emailField()).max(10, 'At most 10 addresses'),
  newPost: newPostSchema,
  publishChecks: z.array(z.enum(postChecks)).max(postChecks.length),
  approvalRequired: z.boolean(),
})

export const staffSettingsSchema = settingsSchema.omit({ messageRecipients: true })
export const publicSettingsSchema = staffSettingsSchema.omit({
  newPost: true,
  publishChecks: true,
  approvalRequired: true,
})

const approvalRequired = z.boolean().default(false)

/** `version` is 0 until the settings are saved for the first time. */
export const settingsResponseSchema = z.object({
  data: settingsSchema.extend({ approvalRequired }),
  version: z.number().int().nonnegative(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
})
export const staffSettingsResponseSchema = z.object({
  data: staffSettingsSchema.extend({ approvalRequired }),
})
export const publicSettingsResponseSchema = z.object({ data: publicSettingsSchema })

export type Settings = z.infer<typeof settingsSchema>
export type PublicSettings = z.infer<typeof publicSettingsSchema>
export type StoredSettings = z.infer<typeof settingsResponseSchema>
export type DayHours = z.infer<typeof dayHoursSchema>

/** `unknown` when DNS did not respond. */
const recordSchema = z.enum(['found', 'missing', 'unknown'])

export const emailStatusQuerySchema = z.object({
  selector: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/)
    .optional()
    .catch(undefined),
})

export const emailStatusResponseSchema = z.object({
  data: z.object({
    /** Null without SMTP_URL. */
    smtp: z
      .object({ server: z.string(), sender: z.string(), works: z.boolean(), error: z.string().optional() })
      .nullable(),
    domain: z.string(),
    records: z.object({ spf: recordSchema, dkim: recordSchema, dmarc: recordSchema }),
  }),
})

export const emailTestResponseSchema = z.object({
  data: z.object({ recipient: z.string(), sent: z.boolean(), error: z.string().optional() }),
})

export type EmailStatus = z.infer<typeof emailStatusResponseSchema>['data']
