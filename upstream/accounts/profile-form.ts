import type { Context } from 'hono'
import { bodyLimits } from '#contract/limits.ts'
import { profileUpdateSchema } from '#contract/profile.ts'
import { limitImageForm, readImageForm } from '../http/image-form.ts'

export const limitProfileBody = limitImageForm(bodyLimits.json)

const formFields = {
  texts: ['name', 'title', 'bio', 'email', 'password'],
  flags: [],
  json: ['links', 'photoX', 'photoY', 'removePhoto'],
  image: { field: 'photo', label: 'photo' },
}

export const readProfileForm = (c: Context) => readImageForm(c, profileUpdateSchema, formFields)
